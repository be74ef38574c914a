import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { Protocol } from '../../../../contracts/words.ts';
import { askForConsent } from '../../../actions/startRun.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { filesNear, useExperiment } from '../../../document/experimentStore.ts';
import { protocolStyle } from '../../../look/protocols.ts';
import { Exchange } from '../../../panels/exchange/Exchange.tsx';
import { offeredRequests } from './requests.ts';
import { useSource } from './SourceContext.tsx';

/** Long enough not to ask at every key. */
const pauseMs = 400;

/** Sends a request of the open experiment's own service once. */
export function TryPanel() {
  const { data, problems, syntaxError } = useSource();
  const requests = useMemo(() => offeredRequests(data), [data]);
  const text = useExperiment((state) => state.text);
  const origin = useExperiment((state) => state.origin);
  const [settled] = useDebouncedValue(text, pauseMs);
  const [wanted, setWanted] = useState<{ request: string; protocol: Protocol | null } | null>(null);
  const first = requests[0];
  const request = requests.find(({ name }) => name === wanted?.request) ?? first;
  if (!request) return null;
  const protocol =
    request.protocols.find((one) => one === wanted?.protocol) ?? request.protocols[0] ?? null;
  const wrong = syntaxError !== null || problems.length > 0;
  const missing = wrong
    ? 'The experiment has problems to fix first.'
    : protocol === null
      ? 'This request cannot be sent over any protocol of the service.'
      : null;
  return (
    <Panel title="Try" note="sends a request once">
      <Exchange
        name={`${request.name} ${protocol}`}
        tried={
          protocol === null || missing !== null || settled !== text
            ? null
            : { text: settled, ...filesNear(origin), request: request.name, protocol }
        }
        missing={missing}
        mayTry={askForConsent}
        controls={
          <>
            <Select
              label="Request"
              w={200}
              searchable
              allowDeselect={false}
              data={requests.map(({ name }) => name)}
              value={request.name}
              onChange={(name) => name && setWanted({ request: name, protocol })}
            />
            <Select
              label="Over"
              w={120}
              allowDeselect={false}
              data={request.protocols.map((one) => ({
                value: one,
                label: protocolStyle(one).label,
              }))}
              value={protocol}
              onChange={(one) => {
                const chosen = request.protocols.find((known) => known === one);
                if (chosen) setWanted({ request: request.name, protocol: chosen });
              }}
            />
          </>
        }
      />
    </Panel>
  );
}
