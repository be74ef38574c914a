import type { BenchCores } from '../support/cores.ts';
import type { Workspace } from '../support/workspace.ts';

/** What every section of the benchmark works with. Times in seconds. */
export interface Bench {
  readonly cores: BenchCores;
  readonly files: Workspace;
  readonly rounds: number;
  /** Measured time of one load, and the time before it. */
  readonly seconds: number;
  readonly warmUp: number;
  /** Measured time with very many users; of stacks, the most that a warm-up takes until it is steady. */
  readonly longSeconds: number;
  say(text: string): void;
}

/** A figure that has to be reached. */
export interface Bar {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  /** Null when it could not be measured. */
  readonly met: boolean | null;
}

export interface SectionReport {
  /** How often and for how long, in a sentence. */
  readonly method: string;
  /** Markdown. */
  readonly text: string;
  readonly bars: readonly Bar[];
  /** The figures themselves, for other programs. */
  readonly data: unknown;
}

/** What the medians of a section are taken over. */
export function interleaved({ seconds }: Bench, rounds: number): string {
  const times = rounds === 1 ? 'One round' : `Medians of ${rounds} interleaved rounds`;
  return `${times} of ${seconds} s.`;
}

/** A part of the benchmark that can be run by itself. */
export interface Section {
  readonly id: string;
  readonly title: string;
  run(bench: Bench): Promise<SectionReport>;
}
