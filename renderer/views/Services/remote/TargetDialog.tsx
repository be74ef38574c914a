import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addressSchemas } from '../../../../contracts/experiment/addresses.ts';
import { protocolFacts, protocolLabels, protocolsWhere } from '../../../../contracts/protocols.ts';
import {
  type RemoteTarget,
  remoteTargetSchema,
  type SavedTarget,
} from '../../../../contracts/services.ts';
import { type Protocol, protocols } from '../../../../contracts/words.ts';
import { useReturnFocus } from '../../../components/useReturnFocus.ts';
import { protocolStyle } from '../../../look/protocols.ts';
import styles from '../Services.module.css';
import { keepTarget } from './targetActions.ts';

/** Protocols whose addresses do not show whether TLS is used. */
const withoutScheme = protocolsWhere(({ address }) => address === 'host:port');

interface TargetDialogProps {
  /** Null for a new one. */
  readonly target: SavedTarget | null;
  readonly onClose: () => void;
  readonly onSaved: (target: SavedTarget) => void;
}

interface Draft {
  readonly name: string;
  readonly addresses: Readonly<Record<Protocol, string>>;
  readonly grpcTls: boolean;
}

function draftOf(target: SavedTarget | null): Draft {
  const given = protocols.map((protocol) => [protocol, target?.addresses[protocol] ?? '']);
  return {
    name: target?.name ?? '',
    addresses: Object.fromEntries(given),
    grpcTls: target?.grpcTls ?? false,
  };
}

/** The draft as a target, without empty addresses. */
function targetOf({ name, addresses, grpcTls }: Draft): unknown {
  const given = Object.entries(addresses).map(([protocol, text]) => [protocol, text.trim()]);
  return { name, addresses: Object.fromEntries(given.filter(([, text]) => text !== '')), grpcTls };
}

function addressProblem(protocol: Protocol, text: string): string | null {
  if (text.trim() === '') return null;
  const parsed = addressSchemas[protocol].safeParse(text.trim());
  return parsed.success ? null : `expected an address such as ${protocolFacts[protocol].example}`;
}

/** Adds a target or changes one. */
export function TargetDialog({ target, onClose, onSaved }: TargetDialogProps) {
  useReturnFocus();
  const [draft, setDraft] = useState(() => draftOf(target));
  const [tried, setTried] = useState(false);
  const parsed = remoteTargetSchema.safeParse(targetOf(draft));
  const save = async (wanted: RemoteTarget) => {
    const saved = await keepTarget(target?.id ?? null, wanted);
    if (saved) onSaved(saved);
  };
  const nothingGiven = Object.values(draft.addresses).every((text) => text.trim() === '');
  return (
    <Modal opened onClose={onClose} title={target ? 'Edit the target' : 'New remote target'}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (parsed.success) void save(parsed.data);
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          maxLength={80}
          placeholder="Test server in the basement"
          value={draft.name}
          error={tried && draft.name.trim() === '' ? 'expected a name' : undefined}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, name: value })}
        />
        {protocols.map((protocol) => (
          <TextInput
            key={protocol}
            label={`${protocolStyle(protocol).label} address`}
            placeholder={protocolFacts[protocol].example}
            value={draft.addresses[protocol]}
            error={tried ? addressProblem(protocol, draft.addresses[protocol]) : undefined}
            onChange={({ currentTarget: { value } }) =>
              setDraft({ ...draft, addresses: { ...draft.addresses, [protocol]: value } })
            }
          />
        ))}
        <Checkbox
          label={`Services at host:port (${protocolLabels(withoutScheme)}) use TLS`}
          checked={draft.grpcTls}
          onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, grpcTls: checked })}
        />
        {tried && nothingGiven && (
          <p className={styles.dialogProblem} role="alert">
            Enter an address for at least one protocol.
          </p>
        )}
        <div className={styles.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </div>
      </form>
    </Modal>
  );
}
