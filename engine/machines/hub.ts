import type { MachineKeys } from './keys.ts';
import type { Line } from './line.ts';
import type { ReportStreamOptions } from './report-stream.ts';

/** The NATS server of a controller, be it its own or one that runs already. */
export interface Hub {
  readonly line: Line;
  readonly keys: MachineKeys;
  /** Holds keys, and what the next controller needs to know. */
  readonly folder: string;
  /** How another machine joins. */
  readonly token: string;
  /** What other machines connect to, as `--join` has it. */
  readonly join: string;
  /** The same by WebSocket; null where there is no other than that. */
  readonly joinByWeb: string | null;
  /** The same: the first, where there are several. */
  readonly entrance: { readonly host: string; readonly port: number };
  /** Address of this machine that the others reach: bundled services listen there. */
  readonly host: string;
  readonly reports: ReportStreamOptions;
  /** Has the machines come in that are among the keys now. */
  allow(): Promise<void>;
  /** Whether what is said for a machine can be from one that has joined. */
  admits(id: string): boolean;
  /** @throws Error when it could not be ended. */
  close(): Promise<void>;
}

/** Hears what becomes of the server. */
export interface HubListener {
  /** What somebody should know who reads the figures, in a sentence. */
  told(sentence: string): void;
  /** No machine can be reached any more. @param why as the end of a sentence that begins with a machine. */
  lost(why: string): void;
}
