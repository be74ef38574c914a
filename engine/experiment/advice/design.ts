import { unitOf } from '../../../contracts/experiment/load.ts';
import { cellsOf } from '../cells.ts';
import { appliesTo } from '../thresholds.ts';
import { type Rule, when } from './rule.ts';

const singleRepetition: Rule = ({ repetitions }) =>
  when(
    repetitions === 1,
    () =>
      'Each cell runs once, so nothing shows how much its figures vary, and small differences cannot be told from chance. Set repetitions to 3 or more.',
  );

const repetitionsInARow: Rule = (experiment) =>
  when(
    experiment.repetitions > 1 && experiment.order === 'listed' && cellsOf(experiment).length > 1,
    () =>
      'All repetitions of a cell run in a row, so a slow change of the machine, such as heat, looks like a difference between cells. Set order to interleaved or random.',
  );

const idleThresholds: Rule = (experiment) => {
  const cells = cellsOf(experiment);
  return experiment.thresholds
    .filter((threshold) => !cells.some((cell) => appliesTo(threshold, cell)))
    .map((threshold) => `The threshold "${threshold.text}" applies to no cell of this experiment.`);
};

const nothingDropped: Rule = ({ load, thresholds }) =>
  thresholds
    .filter(({ metric }) => metric === 'dropped' && unitOf(load) === 'users')
    .map(({ text }) => `The threshold "${text}" always holds: users wait, and nothing is dropped.`);

/** Advice on how cells, repetitions and rules are laid out. */
export const designRules: readonly Rule[] = [
  singleRepetition,
  repetitionsInARow,
  idleThresholds,
  nothingDropped,
];
