import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { valueAt } from '../../../../../contracts/experiment/path.ts';
import type { Protocol } from '../../../../../contracts/words.ts';
import { askForConsent } from '../../../../actions/consent.tsx';
import { Panel } from '../../../../components/Panel.tsx';
import { experiment, filesNear, useExperiment } from '../../../../document/experimentStore.ts';
import {
  freeName,
  namedIn,
  ownShapeNames,
  removeShape,
  renameShape,
} from '../../../../document/ownShapes.ts';
import { protocolStyle } from '../../../../look/protocols.ts';
import { Exchange } from '../../../../panels/exchange/Exchange.tsx';
import { newForm, type OfferedRequest, offeredRequests, placesIn } from '../requests.ts';
import { useSource } from '../SourceContext.tsx';
import { AddButton, IconButton, NameField } from './parts.tsx';
import { RequestEditor } from './RequestEditor.tsx';
import styles from './Service.module.css';

/** Long enough not to query at every keystroke. */
const pauseMs = 400;

/** A request and its protocol. */
interface Choice {
  readonly request: OfferedRequest;
  readonly protocol: Protocol;
}

type Choose = (request: string, protocol: Protocol) => void;

/** The requests of the open experiment's own service, one at a time: edited, shown as sent, and tried. */
export function RequestsPanel() {
  const { data, syntaxError } = useSource();
  const requests = useMemo(() => offeredRequests(data), [data]);
  const places = useMemo(() => placesIn(data), [data]);
  const [wanted, setWanted] = useState<{ name: string; protocol: Protocol } | null>(null);
  if (valueAt(data, ['service']) === undefined) return null;
  const request = requests.find(({ name }) => name === wanted?.name) ?? requests[0];
  const protocol =
    places.find((one) => one === wanted?.protocol) ?? request?.protocols[0] ?? places[0];
  const choose: Choose = (name, over) => setWanted({ name, protocol: over });
  const add = (over: Protocol) => {
    const name = freeName(ownShapeNames(data), 'request');
    experiment.set(['service', 'requests', name], { [over]: newForm(over) }, { flow: false });
    choose(name, over);
  };
  const [first] = places;
  return (
    <Panel
      title="Requests"
      note="edit one, see it as it is sent, and try it"
      actions={
        first && (
          <AddButton disabled={syntaxError !== null} onClick={() => add(protocol ?? first)}>
            Add a request
          </AddButton>
        )
      }
    >
      {request && protocol ? (
        <>
          <RequestBar
            requests={requests}
            places={places}
            choice={{ request, protocol }}
            choose={choose}
          />
          <ChosenRequest request={request} protocol={protocol} />
        </>
      ) : (
        <p className={styles.none}>
          {first
            ? 'There is no request yet.'
            : 'The file does not say where the service is in any protocol.'}
        </p>
      )}
    </Panel>
  );
}

interface RequestBarProps {
  readonly requests: readonly OfferedRequest[];
  readonly places: readonly Protocol[];
  readonly choice: Choice;
  readonly choose: Choose;
}

function RequestBar({ requests, places, choice, choose }: RequestBarProps) {
  const { request, protocol } = choice;
  return (
    <div className={styles.bar}>
      <Select
        label="Request"
        w={180}
        searchable
        allowDeselect={false}
        data={requests.map(({ name }) => name)}
        value={request.name}
        onChange={(name) => {
          const next = requests.find((one) => one.name === name);
          const [first = protocol] = next?.protocols ?? [];
          if (next) choose(next.name, next.protocols.includes(protocol) ? protocol : first);
        }}
      />
      <Select
        label="Over"
        w={110}
        allowDeselect={false}
        data={places.map((one) => ({ value: one, label: protocolStyle(one).label }))}
        value={protocol}
        onChange={(one) => {
          const chosen = places.find((known) => known === one);
          if (chosen) choose(request.name, chosen);
        }}
      />
      {request.part === 'requests' && <RequestName choice={choice} choose={choose} />}
    </div>
  );
}

function RequestName({
  choice: { request, protocol },
  choose,
}: Pick<RequestBarProps, 'choice' | 'choose'>) {
  const { data, syntaxError } = useSource();
  const disabled = syntaxError !== null;
  const { name } = request;
  return (
    <div className={styles.name}>
      <NameField
        key={name}
        label="Name of the request"
        hasLabel
        name={name}
        disabled={disabled}
        onRename={(to) => {
          const { text } = useExperiment.getState();
          const renamed = renameShape(text, 'requests', name, to);
          if (renamed === text) return false;
          experiment.write(renamed, `rename ${name}`);
          choose(to, protocol);
          return true;
        }}
      />
      <IconButton
        label={`Remove request ${name}`}
        disabled={disabled || namedIn(data, 'requests').length < 2}
        onClick={() => {
          const { text } = useExperiment.getState();
          experiment.write(removeShape(text, 'requests', name), `remove ${name}`);
        }}
      />
    </div>
  );
}

/** Its form, the resulting message, and the reply. */
function ChosenRequest({ request, protocol }: Choice) {
  const { problems, syntaxError } = useSource();
  const text = useExperiment((state) => state.text);
  const origin = useExperiment((state) => state.origin);
  const [settled] = useDebouncedValue(text, pauseMs);
  const { name, protocols, part } = request;
  const missing =
    syntaxError !== null || problems.length > 0
      ? 'The experiment has problems to fix first.'
      : protocols.includes(protocol)
        ? null
        : 'It cannot be sent over this protocol.';
  return (
    <Exchange
      name={`${name} ${protocol}`}
      tried={
        missing !== null || settled !== text
          ? null
          : { text: settled, ...filesNear(origin), request: name, protocol }
      }
      missing={missing}
      mayTry={askForConsent}
      beside={part === 'requests' ? <RequestEditor name={name} protocol={protocol} /> : undefined}
    />
  );
}
