import { NumberInput, SegmentedControl } from '@mantine/core';
import { experiment } from '../experimentStore.ts';
import { DurationControl, NumberControl } from './controls.tsx';
import type { ControlProps } from './FieldRow.tsx';
import { FieldRow } from './FieldRow.tsx';
import { fields } from './fields.ts';
import { duration as durationSpec, requests as requestsSpec } from './loadFields.ts';
import { useField } from './SourceContext.tsx';

const lengths = [
  { value: 'duration', label: 'Time' },
  { value: 'requests', label: 'Requests' },
];

/** How long a trial is measured: a time, or a number of requests. */
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

const ways = [
  { value: 'per-user', label: 'One per user' },
  { value: 'shared', label: 'Shared' },
  { value: 'per-request', label: 'New per request' },
];

const planWays = [
  { value: 'per-iteration', label: 'New per iteration' },
  { value: 'shared', label: 'Shared' },
  { value: 'per-request', label: 'New per request' },
  { value: 'per-user', label: 'One per user' },
];

/** How users, or the iterations of a plan, share connections. */
export function ConnectionsControl({ field, labelId, invalid }: ControlProps) {
  const isPlan = useField(fields.model).value === 'plan';
  const way = !field.isSet && isPlan ? 'per-iteration' : String(field.value);
  const shared = typeof field.value === 'object' && field.value !== null;
  const count = shared ? (field.value as { shared?: unknown }).shared : undefined;
  return (
    <>
      <SegmentedControl
        aria-labelledby={labelId}
        disabled={field.disabled}
        value={shared ? 'shared' : way}
        onChange={(chosen) => field.set(chosen === 'shared' ? { shared: isPlan ? 1 : 4 } : chosen)}
        data={isPlan ? planWays : ways}
      />
      {shared && (
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
            if (value !== '') experiment.set([...fields.connections.path, 'shared'], value);
          }}
        />
      )}
    </>
  );
}
