import type { BenchCores } from '../support/cores.ts';
import type { Workspace } from '../support/workspace.ts';

/** Context of every section of the benchmark. Times in seconds. */
export interface Bench {
  readonly cores: BenchCores;
  readonly files: Workspace;
  readonly rounds: number;
  /** Measured time of one load, and its warm-up. */
  readonly seconds: number;
  readonly warmUp: number;
  /** Measured time with very many users; for stacks, the maximum warm-up until steady. */
  readonly longSeconds: number;
  say(text: string): void;
}

/** A target. */
export interface Bar {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  /** Null if it could not be measured. */
  readonly met: boolean | null;
}

export interface SectionReport {
  /** Number and length of the rounds, in a sentence. */
  readonly method: string;
  /** Markdown. */
  readonly text: string;
  readonly bars: readonly Bar[];
  /** The results, for other programs. */
  readonly data: unknown;
}

/** The rounds of a section, in words. */
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
