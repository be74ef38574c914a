import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument, TwoWay, VarianceSplit } from '../../contracts/result.ts';
import { seededRandom } from '../../engine/stats/random.ts';
import { levelOf, type Metric } from './plain-pairs.ts';
import { isWritten, mean } from './plain-statistics.ts';

/** Whether protocol or stack decides, recomputed from the trials, with sums over a full table. */

const percent = String.raw`(?:under |over )?[\d.]+ %`;
const part = new RegExp(
  `(?<who>the stack|the protocol|their interaction|noise)(?: makes up)? (?<share>${percent}) \\((?:95 % interval )?(?<range>${percent}(?: to ${percent})?)\\)`,
  'g',
);
const claim = /(the stack|the protocol)(?= decides more than the)|either by itself/;

interface Plain {
  readonly protocol: number;
  readonly stack: number;
  readonly interaction: number;
  readonly noise: number;
}

/** ω² of a full table with equally many values in each cell: rows of stacks with a list for each protocol. */
function plainShares(table: readonly (readonly (readonly number[])[])[]): Plain {
  const logs = table.map((row) => row.map((values) => values.map(Math.log)));
  const [rows, columns, each] = [logs.length, logs[0]?.length ?? 0, logs[0]?.[0]?.length ?? 0];
  const all = mean(logs.flat(2));
  const means = logs.map((row) => row.map(mean));
  const ofRow = means.map(mean);
  const ofColumn = (means[0] ?? []).map((_none, at) => mean(means.map((row) => row[at] ?? 0)));
  const squares = (values: readonly number[]) => values.reduce((sum, one) => sum + one ** 2, 0);
  const within = squares(
    logs.flatMap((row, y) =>
      row.flatMap((values, x) => values.map((one) => one - (means[y]?.[x] ?? 0))),
    ),
  );
  const noise = within / (rows * columns * (each - 1));
  const bends = means.flatMap((row, y) =>
    row.map((one, x) => one - (ofRow[y] ?? 0) - (ofColumn[x] ?? 0) + all),
  );
  const effect = (deviations: readonly number[], times: number, free: number) =>
    Math.max(0, times * squares(deviations) - free * noise) / (rows * columns * each);
  const stack = effect(
    ofRow.map((one) => one - all),
    columns * each,
    rows - 1,
  );
  const protocol = effect(
    ofColumn.map((one) => one - all),
    rows * each,
    columns - 1,
  );
  const interaction = effect(bends, each, (rows - 1) * (columns - 1));
  const total = stack + protocol + interaction + noise;
  return {
    ...{ stack: stack / total, protocol: protocol / total },
    ...{ interaction: interaction / total, noise: noise / total },
  };
}

/** Share of 400 tables resampled from the values of each cell in which the stack has the larger share; 0–1. */
function stackAhead(table: readonly (readonly (readonly number[])[])[]): number {
  const random = seededRandom(11);
  const again = (values: readonly number[]) =>
    values.map(() => values[Math.floor(random() * values.length)] ?? 0);
  const draws = Array.from({ length: 400 }, () => {
    const { stack, protocol } = plainShares(table.map((row) => row.map(again)));
    return stack > protocol;
  });
  return draws.filter((one) => one).length / draws.length;
}

interface Split {
  readonly grid: TwoWay;
  readonly split: VarianceSplit;
}

/** The grids of protocol and stack at the highest level that has one, each cell repeated. */
function splitsOf({ analysis }: ResultDocument, metric: Metric): Split[] {
  const own = (analysis.twoWay ?? []).filter(
    ({ a, b }) => a.factor === 'protocol' && b.factor === 'stack',
  );
  const top = Math.max(...own.map(({ cell }) => levelOf(cell) ?? 0));
  return own.flatMap((grid) => {
    const split = grid.metrics.find((one) => one.metric === metric);
    const isTop = (levelOf(grid.cell) ?? 0) === top;
    return isTop && split?.interaction ? [{ grid, split }] : [];
  });
}

function tableOf({ trials }: ResultDocument, { grid, split: { metric } }: Split) {
  const done = trials.filter(({ status }) => status === 'completed');
  const figure = (one: TrialResult) =>
    metric === 'throughput' ? one.throughputRps : one.latencyMs[metric];
  return grid.b.levels.map((stack) =>
    grid.a.levels.map((protocol) => {
      const cell = describeCell({ ...grid.cell, protocol, stack } as Cell);
      return done.filter((one) => describeCell(one.cell) === cell).map(figure);
    }),
  );
}

const isFull = (table: readonly (readonly (readonly number[])[])[]) =>
  new Set(table.flat().map(({ length }) => length)).size === 1 && (table[0]?.[0]?.length ?? 0) > 1;

/** Who decides by the interval of the difference, unless the interaction decides more; null if none does for certain. */
function surely({ split: { a, b, interaction, difference } }: Split): string | null {
  if ((interaction?.low ?? 0) > Math.max(a.high, b.high)) return 'either by itself';
  if (difference.low > 0) return 'the protocol';
  return difference.high < 0 ? 'the stack' : null;
}

/** The wrong claim in such a clause; null if all are right, undefined for another clause. */
export function splitProblem(
  clause: string,
  document: ResultDocument,
  metric: Metric,
): string | null | undefined {
  if (!/decides? more|be distinguished from noise/.test(clause)) return undefined;
  const wrong = `not what decides: ${clause}`;
  const splits = splitsOf(document, metric);
  const [who] = claim.exec(clause) ?? [];
  const meant = splits.filter((one) => surely(one) === (who ?? null));
  if (splits.length > 1) {
    const [, count] = /in (\d+) of \d+ grids/.exec(clause) ?? [];
    const named = splits.filter(({ grid }) => clause.includes(`for ${grid.cell.shape}`));
    const rest = count === undefined ? named.every((one) => meant.includes(one)) : null;
    // An uncertain result is expressed in more than one way.
    const counted =
      who === undefined ? Number(count) <= meant.length : Number(count) === meant.length;
    return (rest ?? counted) && meant.length > 0 ? null : wrong;
  }
  const [only] = meant;
  if (!only) return wrong;
  const table = tableOf(document, only);
  const plain = isFull(table) ? plainShares(table) : null;
  if (who?.startsWith('the') && plain) {
    const ahead = stackAhead(table);
    if ((who === 'the stack' ? ahead : 1 - ahead) < 0.9) return wrong;
  }
  const parts = [...clause.matchAll(part)].map(({ groups = {} }) => groups);
  const { a, b, interaction, noise } = only.split;
  const stated = { protocol: a, stack: b, interaction, noise };
  const isStated = (text: string | undefined, share: number) => {
    const [, bound, digits] = /^(under |over )?([\d.]+) %$/.exec(text ?? '') ?? [];
    if (bound === 'under ') return 100 * share < Number(digits);
    if (bound === 'over ') return 100 * share > Number(digits);
    return isWritten(digits, 100 * share);
  };
  const ok = parts.every(({ who: whose = '', share, range = '' }) => {
    const key = whose.replace(/^(?:the|their) /, '') as keyof Plain;
    const ends = range.split(' to ');
    const { low = Number.NaN, high = Number.NaN } = stated[key] ?? {};
    return (
      isStated(share, plain?.[key] ?? stated[key]?.share ?? Number.NaN) &&
      isStated(ends[0], low) &&
      isStated(ends.at(-1), high)
    );
  });
  return ok && parts.length === 4 ? null : wrong;
}

/** The values that such a sentence may have, in percent. */
export function splitFacts({ analysis }: ResultDocument): number[] {
  return (analysis.twoWay ?? []).flatMap(({ metrics }) =>
    metrics
      .flatMap(({ a, b, interaction, noise }) => [
        a,
        b,
        noise,
        ...(interaction ? [interaction] : []),
      ])
      .flatMap(({ share, low, high }) => [share, low, high].map((one) => 100 * one))
      .concat([0.1, 1, 99, 99.9]),
  );
}
