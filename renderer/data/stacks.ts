import type { TrialResult } from '../../contracts/measurement.ts';
import {
  type ForeignStack,
  foreignStacks,
  notOffered,
  type StackBuild,
  type StackState,
  stackFacts,
} from '../../contracts/stacks.ts';
import type { Subject } from '../../contracts/words.ts';
import { inSeries } from '../../metrics/format.ts';

/** Those that a build of all would build: not built as they are, and the tool is here. */
export function buildable(states: readonly StackState[]): ForeignStack[] {
  return states.flatMap(({ stack, built, toolchain }) =>
    built !== 'yes' && toolchain !== null ? [stack] : [],
  );
}

/** Stacks as a sentence lists them: `Go, Java and Rust`. */
export function stackNames(stacks: readonly ForeignStack[]): string {
  return inSeries(stacks.map((stack) => stackFacts[stack].label));
}

/** The stack that is built now; null where none is. */
export function buildingNow(build: StackBuild | null): ForeignStack | null {
  return build?.state === 'building' ? (build.stacks[build.done] ?? null) : null;
}

/** Progress of a build, as a sentence without its time. */
export function buildSentence(build: StackBuild): string {
  const { stacks, done, state } = build;
  const at = stacks[done];
  const count = stacks.length > 1 ? ` (${done + 1} of ${stacks.length})` : '';
  if (state === 'done' || at === undefined) return `The ${stackNames(stacks)} services are built.`;
  const { label } = stackFacts[at];
  if (state === 'building') return `Building the ${label} services${count}`;
  const before =
    done === 0 ? '' : ` The ${stackNames(stacks.slice(0, done))} services were built before.`;
  return state === 'stopped'
    ? `The build of the ${label} services was stopped.${before}`
    : `The build of the ${label} services failed.${before}`;
}

/** The stacks for want of which trials of a run were skipped: those that have such a service. */
export function stacksWanted(trials: readonly TrialResult[], workload: Subject): ForeignStack[] {
  if (workload === 'custom') return [];
  return foreignStacks.filter((stack) =>
    trials.some(
      ({ status, window, cell }) =>
        status === 'skipped' &&
        window.seconds === 0 &&
        cell.stack === stack &&
        notOffered(stack, workload, cell.protocol) === null,
    ),
  );
}
