import type { Environment, ResultDocument } from '../../../contracts/result.ts';
import { defaultStack, type Stack } from '../../../contracts/stacks.ts';
import { formatBytes } from '../../../metrics/format.ts';

/** How an experiment of a campaign should be measured. */
export interface WantedRun {
  /** The experiment, with the cut applied. */
  readonly text: string;
  /** Of this machine. */
  readonly environment: Environment;
  /** Stacks whose services can be started. */
  readonly stacks: ReadonlySet<Stack>;
}

/** The facts that make results of two machines differ. */
function machineOf({ cpu, cores, memoryBytes, os, arch }: Environment): string {
  return [cpu, cores, formatBytes(memoryBytes), os, arch].join(', ');
}

/**
 * Why an experiment that a campaign has stored is measured again, as a clause; null if it need not be: the same text
 * ran to its end on this machine and no trial failed.
 */
export function whyAgain(
  { run, trials }: ResultDocument,
  { text, environment, stacks }: WantedRun,
): string | null {
  if (run.experiment !== text) return 'it was run with other settings';
  if (machineOf(run.environment) !== machineOf(environment)) {
    return 'it was run on another machine';
  }
  if (run.status !== 'completed') return 'it was not run to its end';
  if (trials.some(({ status }) => status === 'failed')) return 'some of its trials failed';
  const completed = trials.filter(({ status }) => status === 'completed');
  if (completed.length === 0) return 'none of its trials was run';
  const missed = trials.filter(({ status }) => status === 'skipped');
  return missed.some(
    ({ cell }) => cell.stack && stacks.has(cell.stack) && cell.stack !== defaultStack,
  )
    ? 'a stack that it lacked is built now'
    : null;
}
