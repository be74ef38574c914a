import { SegmentedControl, TextInput } from '@mantine/core';
import { type Protocol, protocols } from '../../../../contracts/words.ts';
import { ProtocolChip } from '../../../components/ProtocolChip.tsx';
import { experiment } from '../experimentStore.ts';
import { problemsAt } from '../problems.ts';
import type { ControlProps } from './FieldRow.tsx';
import styles from './Form.module.css';
import { fields } from './fields.ts';
import { levelsOf } from './levels.ts';
import { type FieldState, useField } from './SourceContext.tsx';

const examples = {
  rest: 'http://127.0.0.1:8080',
  soap: 'http://127.0.0.1:8081',
  grpc: '127.0.0.1:50051',
} as const;

function isAddresses(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Services that Wirebench starts itself, or addresses of services elsewhere. */
export function TargetControl({ field, labelId }: ControlProps) {
  const listed = levelsOf(useField(fields.protocol).value);
  const addresses = isAddresses(field.value) ? field.value : null;
  const goRemote = () => {
    const wanted = protocols.filter((protocol) => listed.includes(protocol));
    const start = wanted.map((protocol) => [protocol, examples[protocol]] as const);
    experiment.set(fields.target.path, Object.fromEntries(start), { flow: false });
  };
  return (
    <>
      <SegmentedControl
        aria-labelledby={labelId}
        disabled={field.disabled}
        value={addresses ? 'remote' : 'bundled'}
        onChange={(choice) => (choice === 'remote' ? goRemote() : field.set('bundled'))}
        data={[
          { value: 'bundled', label: 'Bundled services' },
          { value: 'remote', label: 'Addresses' },
        ]}
      />
      <span className={styles.help}>
        {addresses ? 'services that already run' : 'started on this computer for each cell'}
      </span>
      {addresses && <Addresses addresses={addresses} field={field} />}
    </>
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
  const path = [...fields.target.path, protocol];
  return (
    <>
      <ProtocolChip protocol={protocol} />
      <TextInput
        aria-label={`Address of the ${protocol} service`}
        placeholder={examples[protocol]}
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
