import { appliesTo } from '../../../contracts/experiment/applies-to.ts';
import { unitOf } from '../../../contracts/experiment/load.ts';
import { protocolLabels } from '../../../contracts/protocols.ts';
import { countOf, inSeries } from '../../../metrics/format.ts';
import { cellsOf, partlyOffered } from '../cells.ts';
import { namedLevels } from '../levels.ts';
import { type Rule, when, withFix } from './rule.ts';

const singleRepetition: Rule = ({ repetitions }) =>
  when(repetitions === 1, () =>
    withFix(
      'Each cell runs once, so its scatter is unknown and small differences cannot be told from chance. Set repetitions to 3 or more.',
      'Set repetitions to 3',
      ['repetitions', 3],
    ),
  );

const repetitionsInARow: Rule = (experiment) =>
  when(
    experiment.repetitions > 1 &&
      experiment.untilDecided === null &&
      experiment.order === 'listed' &&
      cellsOf(experiment).length > 1,
    () =>
      withFix(
        'All repetitions of a cell run in a row, so a slow change of the machine, such as heating up, looks like a difference between cells. Set order to interleaved or random.',
        'Set order to interleaved',
        ['order', 'interleaved'],
      ),
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
    .map(
      ({ text }) => `The threshold "${text}" is always met: users wait, and nothing is dropped.`,
    );

/** Minimum number of cells for a comparison. */
const nothingToCompare: Rule = (experiment) =>
  when(
    cellsOf(experiment).length === 1 && isSteady(experiment),
    () =>
      'Every factor has one level, so there is a single cell and nothing to compare it with. Add a level to a factor, such as another protocol.',
  );

const oneLevelOfLoad: Rule = (experiment) => {
  const { load } = experiment;
  const [level, ...others] = namedLevels(experiment);
  const factor = load.model === 'open' ? 'rate' : 'users';
  if (level === undefined || others.length > 0 || !isSteady(experiment)) return [];
  if (cellsOf(experiment).length === 1) return [];
  const wanted = [Math.max(1, Math.round(level / 4)), level, level * 4];
  const levels = [...new Set(wanted)];
  const what = factor === 'users' ? countOf(level, 'user') : `the same rate of ${level}`;
  return [
    withFix(
      `Every cell has ${what}, so the run compares at this level only: it does not show how figures change with load, or where a service saturates. Use two or more levels for that.`,
      `Compare at ${levels.join(', ')}`,
      [`factors.${factor}`, levels],
    ),
  ];
};

/** Whether its load levels are those of a factor. */
function isSteady({ load }: Parameters<Rule>[0]): boolean {
  return load.model === 'closed' || load.model === 'open';
}

/** What cannot be compared is measured by itself, and said. */
const measuredAlone: Rule = (experiment) => {
  const alone = Map.groupBy(partlyOffered(experiment), ({ over }) => protocolLabels(over));
  return [...alone].map(([labels, shapes]) => {
    const names = shapes.slice(0, 5).map(({ shape }) => shape);
    if (shapes.length > 5) names.push(`${shapes.length - 5} more`);
    const verb = shapes.length === 1 ? 'is' : 'are';
    return `${inSeries(names)} ${verb} measured over ${labels} only: the other protocols have no form for it.`;
  });
};

/** Advice on the layout of cells, repetitions and rules. */
export const designRules: readonly Rule[] = [
  nothingToCompare,
  oneLevelOfLoad,
  singleRepetition,
  repetitionsInARow,
  idleThresholds,
  nothingDropped,
  measuredAlone,
];
