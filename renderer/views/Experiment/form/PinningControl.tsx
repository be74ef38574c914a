import { SegmentedControl, TagsInput } from '@mantine/core';
import { valueAt } from '../../../../contracts/experiment/path.ts';
import { experiment } from '../../../document/experimentStore.ts';
import { levelTexts, typedValue } from '../../../document/levels.ts';
import { problemsAt } from '../problems.ts';
import type { ControlProps } from './FieldRow.tsx';
import styles from './Form.module.css';

const ways = [
  { value: 'none', label: 'None' },
  { value: 'auto', label: 'Auto' },
  { value: 'cores', label: 'Cores' },
];

/** Which cores the workers and the bundled services are bound to. */
export function PinningControl({ field, labelId }: ControlProps) {
  const cores = typeof field.value === 'object' && field.value !== null;
  return (
    <>
      <SegmentedControl
        aria-labelledby={labelId}
        disabled={field.disabled}
        value={cores ? 'cores' : String(field.value)}
        onChange={(way) => field.set(way === 'cores' ? { workers: [1], services: [0] } : way)}
        data={ways}
      />
      <span className={styles.help}>workers and services to cores of their own; Linux</span>
      {cores && <Cores field={field} who="workers" />}
      {cores && <Cores field={field} who="services" />}
    </>
  );
}

function Cores({ field, who }: { field: ControlProps['field']; who: 'workers' | 'services' }) {
  const path = ['pinning', who];
  return (
    <div className={styles.cores}>
      <span aria-hidden>{who}</span>
      <TagsInput
        aria-label={`Cores of the ${who}`}
        size="xs"
        splitChars={[',', ' ', ';']}
        disabled={field.disabled}
        error={problemsAt(field.problems, path).length > 0}
        value={levelTexts(valueAt(field.value, [who]))}
        onChange={(next) => experiment.set(path, next.map(typedValue))}
      />
    </div>
  );
}
