import { Autocomplete, NumberInput } from '@mantine/core';
import type { MachinesPlace, MachinesState } from '../../../contracts/api/machines.ts';
import { addressProblem, reachesOnlyItself } from '../../data/machines.ts';
import styles from './Machines.module.css';

/** That of nats-server, which firewalls may know. */
const usualPort = 4222;

/** An address of this computer as it is typed. */
export interface OwnDraft {
  readonly host: string;
  readonly port: number | string;
}

export function ownDraft({ addresses, listening }: MachinesState): OwnDraft {
  const own = listening?.nats ? null : listening;
  return { host: own?.host ?? addresses[0] ?? '', port: own?.port ?? usualPort };
}

/** @returns null while something of it is wrong. */
export function ownPlace({ host, port }: OwnDraft): MachinesPlace | null {
  return addressProblem(host) === undefined && isPort(port) ? { host: host.trim(), port } : null;
}

function isPort(port: number | string): port is number {
  return typeof port === 'number' && port >= 1 && port <= 65_535;
}

interface OwnPlaceProps {
  readonly draft: OwnDraft;
  readonly addresses: readonly string[];
  /** Whether what is wrong is said. */
  readonly tried: boolean;
  readonly onChange: (draft: OwnDraft) => void;
}

/** Where nats-server is to listen on this computer. */
export function OwnPlace({ draft, addresses, tried, onChange }: OwnPlaceProps) {
  const { host, port } = draft;
  return (
    <>
      <div className={styles.place}>
        <Autocomplete
          label="Address of this computer"
          data-autofocus
          data={[...addresses]}
          // All of them, whatever is typed: they are few.
          filter={({ options }) => options}
          maxLength={255}
          value={host}
          error={tried ? addressProblem(host) : undefined}
          onChange={(typed) => onChange({ ...draft, host: typed })}
        />
        <NumberInput
          label="Port"
          min={1}
          max={65_535}
          allowDecimal={false}
          clampBehavior="none"
          hideControls
          value={port}
          error={tried && !isPort(port) ? 'expected 1 to 65535' : undefined}
          onChange={(typed) => onChange({ ...draft, port: typed })}
        />
      </div>
      <p className={styles.hint}>{addressWords(host.trim())}</p>
    </>
  );
}

function addressWords(host: string): string {
  return reachesOnlyItself(host)
    ? 'Only this computer itself reaches this address: agents on other machines cannot join.'
    : 'The other machines connect to this address, and find bundled services there. A firewall has to let them in.';
}
