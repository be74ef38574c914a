import { Autocomplete, NumberInput } from '@mantine/core';
import type { MachinesPlace, MachinesState } from '../../../contracts/api/machines.ts';
import { addressProblem, reachesOnlyItself } from '../../data/machines.ts';
import styles from './Machines.module.css';

/** The default of nats-server, which firewalls may allow. */
const defaultPort = 4222;

/** The form for an address of this computer. */
export interface OwnDraft {
  readonly host: string;
  readonly port: number | string;
  /** For joining by WebSocket; empty for none. */
  readonly webSocketPort: number | string;
}

export function ownDraft({ addresses, listening }: MachinesState): OwnDraft {
  const own = listening?.nats ? null : listening;
  return {
    host: own?.host ?? addresses[0] ?? '',
    port: own?.port ?? defaultPort,
    webSocketPort: own?.webSocketPort ?? '',
  };
}

/** @returns null while it is invalid. */
export function ownPlace({ host, port, webSocketPort }: OwnDraft): MachinesPlace | null {
  if (addressProblem(host) !== undefined || !isPort(port)) return null;
  const place = { host: host.trim(), port };
  if (webSocketPort === '') return place;
  return isOtherPort(webSocketPort, port) ? { ...place, webSocketPort } : null;
}

function isOtherPort(
  webSocketPort: number | string,
  port: number | string,
): webSocketPort is number {
  return isPort(webSocketPort) && webSocketPort !== port;
}

function isPort(port: number | string): port is number {
  return typeof port === 'number' && port >= 1 && port <= 65_535;
}

interface OwnPlaceProps {
  readonly draft: OwnDraft;
  readonly addresses: readonly string[];
  /** Whether to show problems. */
  readonly tried: boolean;
  readonly onChange: (draft: OwnDraft) => void;
}

/** Where nats-server is to listen on this computer. */
export function OwnPlace({ draft, addresses, tried, onChange }: OwnPlaceProps) {
  const { host, port, webSocketPort } = draft;
  const isWrong = webSocketPort !== '' && !isOtherPort(webSocketPort, port);
  return (
    <>
      <div className={styles.place}>
        <Autocomplete
          label="Address of this computer"
          data-autofocus
          data={[...addresses]}
          // All of them, unfiltered: they are few.
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
        <NumberInput
          label="WebSocket"
          placeholder="none"
          min={1}
          max={65_535}
          allowDecimal={false}
          clampBehavior="none"
          hideControls
          value={webSocketPort}
          error={tried && isWrong ? 'expected another port' : undefined}
          onChange={(typed) => onChange({ ...draft, webSocketPort: typed })}
        />
      </div>
      <p className={styles.hint}>
        {addressWords(host.trim())} Where firewalls let nothing but HTTPS through, machines join by
        WebSocket, at a port of its own.
      </p>
    </>
  );
}

function addressWords(host: string): string {
  return reachesOnlyItself(host)
    ? 'Only this computer itself reaches this address: agents on other machines cannot join.'
    : 'The other machines connect to this address, and find bundled services there. A firewall has to let them in.';
}
