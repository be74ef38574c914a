import type { BenchTarget } from '../support/target.ts';
import type { Workspace } from '../support/workspace.ts';

/** Load in terms that every generator supports. */
export interface PeerLoad {
  readonly connections: number;
  /** Concurrent requests on each connection; 1 with HTTP/1.1. */
  readonly streams: number;
  readonly seconds: number;
  /** For generators that can warm up. */
  readonly warmUp: number;
}

/** A generator's own results. */
export interface PeerReport {
  readonly throughputRps: number;
  readonly failed: number;
  /** All answers that it got, good or bad, from its first request on; absent if it does not report them. */
  readonly answered?: number;
}

/** A load generator that users might choose instead. */
export interface Peer {
  readonly name: string;
  /** The program's name on PATH. */
  readonly program: string;
  readonly versionArgs: readonly string[];
  /** Its command line, without the program itself. */
  args(target: BenchTarget, load: PeerLoad, files: Workspace): Promise<string[]>;
  /** @throws Error for unexpected output. */
  read(output: string): PeerReport;
}

/** A number from a text report. @throws Error when it is missing. */
export function numberIn(output: string, pattern: RegExp): number {
  const match = pattern.exec(output);
  if (!match?.[1]) throw new Error(`no ${pattern} in the output:\n${output.slice(0, 2000)}`);
  return Number(match[1]);
}
