import type { Cell, PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { randomSource } from '../../workloads/messages/text.ts';
import { cellsOf } from './cells.ts';

export { cellsOf } from './cells.ts';
export { estimateSeconds } from './estimate.ts';
export { warnings } from './warnings.ts';

type Unnumbered = Omit<PlannedTrial, 'index'>;

/**
 * Every trial of the experiment in execution order. `listed`: all repetitions of a cell, then the
 * next cell. `interleaved`: one repetition of every cell, then the next repetition. `random`:
 * shuffled, identically for the same seed. Until decided: the fewest repetitions; a run adds others.
 */
export function planTrials(experiment: Experiment): PlannedTrial[] {
  const cells = cellsOf(experiment);
  if (experiment.untilDecided) {
    return Array.from({ length: experiment.repetitions }, (_, index) =>
      planRepetition(cells, index + 1, experiment.seed),
    )
      .flat()
      .map((trial, index) => ({ index, ...trial }));
  }
  const repetitions = Array.from({ length: experiment.repetitions }, (_, index) => index + 1);
  const trials =
    experiment.order === 'interleaved'
      ? repetitions.flatMap((repetition) => cells.map((cell) => ({ cell, repetition })))
      : cells.flatMap((cell) => repetitions.map((repetition) => ({ cell, repetition })));
  const ordered =
    experiment.order === 'random' ? numbered(shuffle(trials, experiment.seed)) : trials;
  return ordered.map((trial, index) => ({ index, ...trial }));
}

/**
 * One repetition of cells until decided. Odd ones are shuffled, and each even one is the reverse of the one before,
 * so that a steady drift of the machine cancels out.
 * @param repetition from 1.
 */
export function planRepetition<Of>(
  cells: readonly Of[],
  repetition: number,
  seed: number,
): { cell: Of; repetition: number }[] {
  const pair = Math.ceil(repetition / 2);
  const shuffled = shuffle(cells, (seed + 2_654_435_761 * pair) % 2 ** 32);
  const ordered = repetition % 2 === 1 ? shuffled : shuffled.toReversed();
  return ordered.map((cell) => ({ cell, repetition }));
}

/** Fisher–Yates, seeded. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const shuffled = [...items];
  const random = randomSource(seed);
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor((random() / 2 ** 32) * (last + 1));
    const [a, b] = [shuffled[last], shuffled[other]];
    if (a === undefined || b === undefined) continue;
    shuffled[last] = b;
    shuffled[other] = a;
  }
  return shuffled;
}

/** Numbers the repetitions of each cell in execution order. */
function numbered(trials: readonly Unnumbered[]): Unnumbered[] {
  const done = new Map<Cell, number>();
  return trials.map(({ cell }) => {
    const repetition = (done.get(cell) ?? 0) + 1;
    done.set(cell, repetition);
    return { cell, repetition };
  });
}
