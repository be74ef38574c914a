import { SegmentedControl, TextInput } from '@mantine/core';
import { NumberControl } from './controls.tsx';
import type { ControlProps } from './FieldRow.tsx';

const ways = [
  { value: 'decided', label: 'Until decided' },
  { value: 'number', label: 'Number' },
];

/** Default time for repetitions until decided. */
const defaultWithin = '2m';

/** The file's value for repetitions until decided; null for a number. */
export function decidedIn(value: unknown): Readonly<Record<string, unknown>> | null {
  if (value === 'decided') return { until: 'decided' };
  return typeof value === 'object' && value !== null && 'until' in value ? { ...value } : null;
}

/** A number of repetitions, or until the comparisons are decided, within a time. */
export function RepetitionsControl(control: ControlProps) {
  const { field, invalid } = control;
  const decided = field.isSet ? decidedIn(field.value) : null;
  const setWithin = (within: string) => {
    const { within: _, ...others } = decided ?? {};
    field.set({ ...others, ...(within === '' ? {} : { within }) });
  };
  return (
    <>
      <SegmentedControl
        aria-label="What ends them"
        disabled={field.disabled}
        value={decided ? 'decided' : 'number'}
        onChange={(chosen) => field.set(chosen === 'decided' ? { until: 'decided' } : 3)}
        data={ways}
      />
      {decided ? (
        <TextInput
          w={92}
          aria-label="Within"
          error={invalid}
          disabled={field.disabled}
          placeholder={defaultWithin}
          value={String(decided.within ?? '')}
          onChange={({ currentTarget }) => setWithin(currentTarget.value)}
        />
      ) : (
        <NumberControl {...control} min={1} max={1000} width={92} />
      )}
    </>
  );
}
