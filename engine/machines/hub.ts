import type { MachineKeys } from './keys.ts';
import type { LeaseRecords } from './left-behind.ts';
import type { Transport } from './line.ts';
import type { Reports } from './report-stream.ts';

/** The NATS server of a controller: its own or an existing one. */
export interface Hub {
  readonly line: Transport;
  readonly keys: MachineKeys;
  /** Folder of keys. */
  readonly folder: string;
  readonly records: LeaseRecords;
  /** How other machines join. */
  readonly token: string;
  /** The address that other machines connect to, in the form of `--join`. */
  readonly join: string;
  /** The same by WebSocket; null without a separate one. */
  readonly joinByWeb: string | null;
  /** The first of these addresses. */
  readonly entrance: { readonly host: string; readonly port: number };
  /** Address of this machine that the others reach: bundled services listen there. */
  readonly host: string;
  readonly reports: Reports;
  /** Admits the machines whose keys are known now. */
  allow(): Promise<void>;
  /** Whether a message can come from the joined machine that it names. */
  admits(id: string): boolean;
  /** @throws Error when the server could not be stopped. */
  close(): Promise<void>;
}

/** Is notified of changes of the server. */
export interface HubListener {
  /** A sentence that readers of the results should know. */
  notice(sentence: string): void;
  /** All machines have become unreachable. @param why the end of a sentence that begins with a machine. */
  lost(why: string): void;
}
