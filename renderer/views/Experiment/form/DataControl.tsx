import { NumberInput, TextInput } from '@mantine/core';
import { valueAt } from '../../../../contracts/experiment/path.ts';
import { workloadNameSchema } from '../../../../contracts/words.ts';
import { workloadOf } from '../../../../workloads/registry.ts';
import { experiment } from '../../../document/experimentStore.ts';
import { field as fieldAt } from '../../../document/fields.ts';
import { typedValue } from '../../../document/levels.ts';
import { problemsAt } from '../problems.ts';
import type { ControlProps } from './FieldRow.tsx';
import styles from './Form.module.css';
import { useField } from './SourceContext.tsx';

/** The data settings of the chosen workload, with their defaults; lists and records are edited in the source. */
function settingsOf(workload: unknown): [key: string, fallback: string | number][] {
  const name = workloadNameSchema.safeParse(workload);
  if (!name.success) return [];
  const defaults = workloadOf(name.data).data.safeParse({});
  return Object.entries(defaults.data ?? {}).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'number' || typeof entry[1] === 'string',
  );
}

/** The data settings of the workload, such as number and size of records. */
export function DataControl({ field }: ControlProps) {
  const workload = useField(fieldAt('workload')).value;
  const settings = settingsOf(workload);
  if (settings.length === 0) {
    return <span className={styles.help}>this workload has no data settings</span>;
  }
  return settings.map(([key, fallback]) => (
    <Setting key={key} name={key} fallback={fallback} field={field} />
  ));
}

interface SettingProps {
  readonly name: string;
  readonly fallback: string | number;
  readonly field: ControlProps['field'];
}

function Setting({ name, fallback, field }: SettingProps) {
  const path = ['data', name];
  const written = valueAt(field.value, [name]);
  const change = (value: string | number) => {
    if (value === '') experiment.remove(path);
    else experiment.set(path, value);
  };
  const common = {
    'aria-label': `Data: ${name}`,
    disabled: field.disabled,
    error: problemsAt(field.problems, path).length > 0,
    placeholder: String(fallback),
    w: 110,
  };
  return (
    <div className={styles.cores}>
      <span aria-hidden>{name}</span>
      {typeof fallback === 'number' ? (
        <NumberInput
          {...common}
          clampBehavior="none"
          thousandSeparator=","
          value={typeof written === 'number' ? written : ''}
          onChange={change}
        />
      ) : (
        <TextInput
          {...common}
          value={written === undefined ? '' : String(written)}
          onChange={({ currentTarget: { value } }) => change(typedValue(value))}
        />
      )}
    </div>
  );
}
