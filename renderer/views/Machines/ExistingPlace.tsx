import { TextInput } from '@mantine/core';
import type { MachinesPlace, MachinesState } from '../../../contracts/api/machines.ts';
import { natsProblem } from '../../data/machines.ts';
import styles from './Machines.module.css';

/** The form for an existing NATS server; empty fields are omitted. */
export interface ExistingDraft {
  readonly nats: string;
  readonly credentials: string;
  readonly authority: string;
}

export function existingDraft({ listening }: MachinesState): ExistingDraft {
  const { nats = '', credentials = '', authority = '' } = listening?.nats ?? {};
  return { nats, credentials, authority };
}

/** @returns null while it is invalid. */
export function existingPlace(draft: ExistingDraft): MachinesPlace | null {
  if (natsProblem(draft.nats) !== undefined) return null;
  const [credentials, authority] = [draft.credentials.trim(), draft.authority.trim()];
  return {
    nats: draft.nats.trim(),
    ...(credentials === '' ? {} : { credentials }),
    ...(authority === '' ? {} : { authority }),
  };
}

interface ExistingPlaceProps {
  readonly draft: ExistingDraft;
  /** Whether to show problems. */
  readonly tried: boolean;
  readonly onChange: (draft: ExistingDraft) => void;
}

/** The NATS server through which machines join. */
export function ExistingPlace({ draft, tried, onChange }: ExistingPlaceProps) {
  return (
    <>
      <TextInput
        label="Addresses of the server or cluster"
        placeholder="nats://n1.example.org:4222, nats://n2.example.org:4222"
        maxLength={4096}
        value={draft.nats}
        error={tried ? natsProblem(draft.nats) : undefined}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, nats: value })}
      />
      <TextInput
        label="File with credentials"
        placeholder="none"
        maxLength={4096}
        value={draft.credentials}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, credentials: value })}
      />
      <TextInput
        label="File with the certificate of its authority"
        placeholder="one that this computer knows"
        maxLength={4096}
        value={draft.authority}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, authority: value })}
      />
      <p className={styles.hint}>
        Files are those of this computer. The other machines connect to the same server, each with
        credentials of its own; it needs JetStream.
      </p>
    </>
  );
}
