import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Environment } from '../../contracts/result.ts';
import type { TrialStatus } from '../../contracts/words.ts';

/** A file that a run read. */
export interface KeptFile {
  /** Relative to the experiment file, with `/` between its parts. */
  readonly path: string;
  /** Its length. */
  readonly bytes: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
  /** Its bytes, compressed; null where the files of the run are too large in total to be kept. */
  readonly gzip: Uint8Array | null;
}

/** Identifies the content of a file. */
export type FileDigest = Pick<KeptFile, 'path' | 'sha256'>;

/** A run about to start. Times are ISO, `experiment` is YAML. */
export interface NewRun {
  id: string;
  name: string;
  experiment: string;
  environment: Environment;
  startedAt: string;
  warnings: string[];
  trials: { id: string; planned: PlannedTrial }[];
  /** Files of its experiment. */
  files?: readonly KeptFile[];
}

/** A trial whose engine died before the trial ended. `startedAt` is null when it had not begun. */
export interface UnfinishedTrial {
  id: string;
  planned: PlannedTrial;
  startedAt: string | null;
  status: TrialStatus;
}

/** A run whose engine died. */
export interface InterruptedRun {
  runId: string;
  trials: UnfinishedTrial[];
}
