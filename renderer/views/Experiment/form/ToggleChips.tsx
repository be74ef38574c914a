import type { CSSProperties, ReactNode } from 'react';
import { toggled } from '../../../data/toggled.ts';
import styles from './Form.module.css';

export interface ChipOption {
  readonly value: string;
  readonly label: ReactNode;
  /** A subdued remark in the chip, such as a size. */
  readonly note?: string;
  readonly style?: CSSProperties;
}

interface ToggleChipsProps {
  readonly labelId: string;
  readonly options: readonly ChipOption[];
  readonly chosen: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (chosen: string[]) => void;
  /** Content after the chips, such as a field to add one. */
  readonly children?: ReactNode;
}

/** Levels of a factor, of which any number may be on. */
export function ToggleChips(props: ToggleChipsProps) {
  const { labelId, options, chosen, disabled, onChange } = props;
  const order = options.map(({ value }) => value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
    <div className={styles.chips} role="group" aria-labelledby={labelId}>
      {options.map(({ value, label, note, style }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          style={style}
          aria-pressed={chosen.includes(value)}
          aria-disabled={disabled}
          onClick={() => {
            if (!disabled) onChange(toggled(chosen, value, order));
          }}
        >
          {label}
          {note !== undefined && <span className={styles.chipNote}>{note}</span>}
        </button>
      ))}
      {props.children}
    </div>
  );
}
