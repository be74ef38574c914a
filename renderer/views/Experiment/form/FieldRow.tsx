import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { FieldSpec } from '../../../document/fields.ts';
import { describeDefault, FieldInfo } from './FieldInfo.tsx';
import styles from './Form.module.css';
import { type FieldState, useField } from './SourceContext.tsx';

/** Props that a control needs in a row. */
export interface ControlProps {
  readonly field: FieldState;
  /** For inputs, to associate the label. */
  readonly inputId: string;
  /** For groups of buttons. */
  readonly labelId: string;
  readonly invalid: boolean;
}

interface FieldRowProps {
  readonly spec: FieldSpec;
  /** Shown after the control instead of the setting's own help. */
  readonly help?: ReactNode;
  /** For large values that one click should not remove from the file. */
  readonly keep?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled setting with its problems, and a button to restore the default, if any. */
export function FieldRow({ spec, help = spec.help, keep = false, children }: FieldRowProps) {
  const field = useField(spec);
  const inputId = useId();
  const labelId = useId();
  const invalid = field.problems.length > 0;
  const canReset = !keep && field.isSet && spec.fallback !== undefined && !field.disabled;
  const back = `Use the default: ${describeDefault(spec.fallback)}`;
  return (
    <div className={styles.row} data-bad={invalid || undefined}>
      <label className={styles.label} id={labelId} htmlFor={inputId}>
        {spec.label}
      </label>
      <div className={styles.control}>
        {children({ field, inputId, labelId, invalid })}
        {help !== undefined && <span className={styles.help}>{help}</span>}
        <Problems problems={field.problems} />
      </div>
      <div className={styles.rowButtons}>
        {canReset && (
          <Tooltip label={back}>
            <ActionIcon
              className={styles.reset ?? ''}
              size={22}
              aria-label={`${spec.label}: ${back}`}
              onClick={field.reset}
            >
              <IconArrowBackUp size={14} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        <FieldInfo spec={spec} />
      </div>
    </div>
  );
}

/** A list of problems. */
export function Problems({ problems }: Pick<FieldState, 'problems'>) {
  return problems.map(({ path, message, line }) => (
    <span key={`${path} ${message}`} className={styles.problem} role="alert">
      <IconAlertCircle size={14} stroke={1.8} aria-hidden />
      <span>
        {message} <span className="wb-num">(line {line})</span>
      </span>
    </span>
  ));
}
