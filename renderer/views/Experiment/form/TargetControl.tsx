import { Autocomplete, SegmentedControl, Select, TextInput } from '@mantine/core';
import { protocolFacts } from '../../../../contracts/protocols.ts';
import { type Protocol, protocols } from '../../../../contracts/words.ts';
import { applyTarget } from '../../../actions/applyTarget.ts';
import { ProtocolChip } from '../../../components/ProtocolChip.tsx';
import { outlookOn } from '../../../data/machines.ts';
import { experiment } from '../../../document/experimentStore.ts';
import { field as fieldAt } from '../../../document/fields.ts';
import { levelTexts } from '../../../document/levels.ts';
import { formatRoute, useRoute } from '../../../navigation/navigation.ts';
import { useMachines } from '../../../panels/machines/useMachines.ts';
import { useEngineQuery } from '../../../transport/engine.ts';
import { problemsAt } from '../problems.ts';
import type { ControlProps } from './FieldRow.tsx';
import styles from './Form.module.css';
import { type FieldState, useField } from './SourceContext.tsx';

function isAddresses(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const helps = {
  bundled: 'started on this computer for each cell',
  on: 'started for each cell on a machine of their own',
  remote: 'services that are already running',
} as const;

/** Services that Wirebench starts itself, here or on another machine, or addresses of services elsewhere. */
export function TargetControl({ field, labelId }: ControlProps) {
  const listed = levelTexts(useField(fieldAt('factors.protocol')).value);
  const mapping = isAddresses(field.value) ? field.value : null;
  const on = mapping && 'on' in mapping ? String(mapping.on ?? '') : null;
  const addresses = on === null ? mapping : null;
  const choice = on !== null ? 'on' : addresses ? 'remote' : 'bundled';
  const goRemote = () => {
    const wanted = protocols.filter((protocol) => listed.includes(protocol));
    const start = wanted.map((protocol) => [protocol, protocolFacts[protocol].example] as const);
    experiment.set(['target'], Object.fromEntries(start), { flow: false });
  };
  return (
    <>
      <SegmentedControl
        aria-labelledby={labelId}
        disabled={field.disabled}
        value={choice}
        onChange={(chosen) => {
          if (chosen === 'remote') goRemote();
          else if (chosen === 'on') experiment.set(['target'], { on: '' }, { flow: true });
          else field.set('bundled');
        }}
        data={[
          { value: 'bundled', label: 'Bundled services' },
          { value: 'on', label: 'On another machine' },
          { value: 'remote', label: 'Addresses' },
        ]}
      />
      <span className={styles.help}>{helps[choice]}</span>
      {on !== null && <MachineOfServices name={on} field={field} />}
      {on === null && <SavedTargets addresses={addresses} disabled={field.disabled} />}
      {addresses && <Addresses addresses={addresses} field={field} />}
      {addresses && <Offer />}
    </>
  );
}

/** Which machine, and whether it has joined. */
function MachineOfServices({ name, field }: { name: string; field: FieldState }) {
  const isShown = useRoute((route) => route.view === 'experiment');
  const { data } = useMachines(isShown);
  const outlook = data && name !== '' ? outlookOn(name, data) : null;
  return (
    <>
      <Autocomplete
        aria-label="Machine of the services"
        placeholder="Name of a machine"
        w={210}
        maxLength={100}
        disabled={field.disabled}
        error={problemsAt(field.problems, ['target', 'on']).length > 0}
        data={[...new Set(data?.machines.map(({ facts }) => facts.name))]}
        value={name}
        onChange={(typed) => experiment.set(['target', 'on'], typed)}
      />
      <p className={styles.offer} data-below>
        {outlook?.sentence}{' '}
        {!outlook?.ready && <a href={formatRoute({ view: 'machines' })}>Add machines</a>}
      </p>
    </>
  );
}

/** Requirements for the services at the addresses, known before a run. */
function Offer() {
  const workload = String(useField(fieldAt('workload')).value ?? '');
  return (
    <p className={styles.offer}>
      Each service must offer the interface and contain the data of the{' '}
      {workload ? `${workload} workload` : 'workload'}. One call verifies this before each trial.{' '}
      <a href={formatRoute({ view: 'help', topic: 'experiment-file/what-a-target-must-offer' })}>
        What a target must offer
      </a>
    </p>
  );
}

interface SavedTargetsProps {
  readonly addresses: Record<string, unknown> | null;
  readonly disabled: boolean;
}

/** Picks one of the targets saved in the Services view; nothing if there are none. */
function SavedTargets({ addresses, disabled }: SavedTargetsProps) {
  const { data = [] } = useEngineQuery(['services', 'targets'], (engine) =>
    engine.services.targets.list(),
  );
  if (data.length === 0) return null;
  const chosen = data.find(
    (target) =>
      addresses !== null &&
      protocols.every((protocol) => target.addresses[protocol] === addresses[protocol]),
  );
  return (
    <div className={styles.savedTargets}>
      <Select
        aria-label="Saved target"
        placeholder="Choose a saved target"
        w={210}
        disabled={disabled}
        value={chosen?.id ?? null}
        onChange={(id) => {
          const target = data.find((one) => one.id === id);
          if (target) applyTarget(target);
        }}
        data={data.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <span className={styles.help}>from the Services view</span>
    </div>
  );
}

interface AddressesProps {
  readonly addresses: Record<string, unknown>;
  readonly field: FieldState;
}

function Addresses({ addresses, field }: AddressesProps) {
  return (
    <div className={styles.addresses}>
      {protocols.map((protocol) => (
        <Address
          key={protocol}
          protocol={protocol}
          value={String(addresses[protocol] ?? '')}
          field={field}
        />
      ))}
    </div>
  );
}

function Address(props: { protocol: Protocol; value: string; field: FieldState }) {
  const { protocol, value, field } = props;
  const path = ['target', protocol];
  return (
    <>
      <ProtocolChip protocol={protocol} />
      <TextInput
        aria-label={`Address of the ${protocol} service`}
        placeholder={protocolFacts[protocol].example}
        disabled={field.disabled}
        error={problemsAt(field.problems, path).length > 0}
        value={value}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== '') experiment.set(path, currentTarget.value);
          else experiment.remove(path);
        }}
      />
    </>
  );
}
