import { NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { defaultMax } from '../../../../contracts/experiment/warm-up.ts';
import { experiment } from '../../../document/experimentStore.ts';
import { choicesOf, field } from '../../../document/fields.ts';
import { DurationControl, NumberControl } from './controls.tsx';
import type { ControlProps } from './FieldRow.tsx';
import { FieldRow } from './FieldRow.tsx';
import { useField } from './SourceContext.tsx';

const durationSpec = field('load.duration');
const requestsSpec = field('load.requests');

const lengths = [
  { value: 'duration', label: 'Time' },
  { value: 'requests', label: 'Requests' },
];

/** Length of a trial: a time, or a number of requests. */
export function LengthRow() {
  const requests = useField(requestsSpec);
  const duration = useField(durationSpec);
  const byRequests = requests.isSet && !duration.isSet;
  const change = (choice: string) => {
    const [from, to, start] =
      choice === 'requests'
        ? [durationSpec, requestsSpec, 1000]
        : [requestsSpec, durationSpec, '10s'];
    experiment.set(to.path, start);
    experiment.remove(from.path);
  };
  return (
    <FieldRow spec={byRequests ? requestsSpec : { ...durationSpec, fallback: undefined }}>
      {(control) => (
        <>
          <SegmentedControl
            aria-label="Measure by"
            disabled={control.field.disabled}
            value={byRequests ? 'requests' : 'duration'}
            onChange={change}
            data={lengths}
          />
          {byRequests ? (
            <NumberControl {...control} min={1} max={1_000_000_000} width={120} />
          ) : (
            <DurationControl {...control} />
          )}
        </>
      )}
    </FieldRow>
  );
}

const warmUps = [
  { value: 'time', label: 'Time' },
  { value: 'steady', label: 'Until steady' },
];

/** The file's value for an automatic warm-up; null for others. */
export function steadyIn(value: unknown): Readonly<Record<string, unknown>> | null {
  if (value === 'steady') return { until: 'steady' };
  return typeof value === 'object' && value !== null && 'until' in value ? { ...value } : null;
}

/** A warm-up: a time, or until the metrics are steady, with a maximum. */
export function WarmUpControl(control: ControlProps) {
  const { field, invalid } = control;
  const steady = field.isSet ? steadyIn(field.value) : null;
  const setWithin = (within: string) => {
    const { within: _, ...others } = steady ?? {};
    const isPlain = within === '' && Object.keys(others).length <= 1;
    field.set(isPlain ? 'steady' : { ...others, ...(within === '' ? {} : { within }) });
  };
  return (
    <>
      <SegmentedControl
        aria-label="What ends it"
        disabled={field.disabled}
        value={steady ? 'steady' : 'time'}
        onChange={(chosen) => field.set(chosen === 'steady' ? 'steady' : '2s')}
        data={warmUps}
      />
      {steady ? (
        <TextInput
          w={92}
          aria-label="At most"
          error={invalid}
          disabled={field.disabled}
          placeholder={defaultMax}
          value={String(steady.within ?? '')}
          onChange={({ currentTarget }) => setWithin(currentTarget.value)}
        />
      ) : (
        <DurationControl {...control} />
      )}
    </>
  );
}

const shared = { value: 'shared', label: 'Shared' };

/** The ways to share connections, default first; only a plan has iterations. */
function waysOf(isPlan: boolean): { value: string; label: string }[] {
  const all = choicesOf(field('connections'));
  const usual = isPlan ? 'per-iteration' : 'per-user';
  const first = all.filter(({ value }) => value === usual);
  const rest = all.filter(({ value }) => value !== usual && (isPlan || value !== 'per-iteration'));
  return [...first, shared, ...rest];
}

const modelSpec = field('load.model');

/** How users, or the iterations of a plan, share connections. */
export function ConnectionsControl({ field, labelId, invalid }: ControlProps) {
  const isPlan = useField(modelSpec).value === 'plan';
  const way = !field.isSet && isPlan ? 'per-iteration' : String(field.value);
  const isShared = typeof field.value === 'object' && field.value !== null;
  const count = isShared ? (field.value as { shared?: unknown }).shared : undefined;
  return (
    <>
      <SegmentedControl
        aria-labelledby={labelId}
        disabled={field.disabled}
        value={isShared ? 'shared' : way}
        onChange={(chosen) => field.set(chosen === 'shared' ? { shared: isPlan ? 1 : 4 } : chosen)}
        data={waysOf(isPlan)}
      />
      {isShared && (
        <NumberInput
          w={72}
          aria-label="Number of shared connections"
          error={invalid}
          disabled={field.disabled}
          min={1}
          max={100_000}
          clampBehavior="none"
          value={typeof count === 'number' ? count : ''}
          onChange={(value) => {
            if (value !== '') experiment.set(['connections', 'shared'], value);
          }}
        />
      )}
    </>
  );
}
