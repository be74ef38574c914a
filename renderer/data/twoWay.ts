import { metricFacts } from '../../contracts/compare.ts';
import type { TwoWay, VarianceSplit } from '../../contracts/result.ts';
import { type Protocol, protocolSchema } from '../../contracts/words.ts';
import { capital, type Work } from '../../contracts/work.ts';
import { factorLevelName } from '../../metrics/cell-columns.ts';
import { threeDigits } from '../../metrics/format.ts';
import { pWords } from '../../metrics/ratios.ts';
import {
  factorNoun,
  gridName,
  gridPlace,
  partName,
  shareRange,
  shareText,
  type VariancePart,
  varianceParts,
} from '../../metrics/two-way.ts';
import type { FigureTable } from './table.ts';

/** A split of a run, with what it is of. */
export interface DrawnSplit {
  readonly grid: TwoWay;
  readonly split: VarianceSplit;
  readonly counts: Work;
}

/** A part of the variance, ready to draw. */
export interface DrawnPart {
  readonly part: VariancePart;
  readonly label: string;
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** `81 %`, and the interval: `75 % to 86 %`. */
  readonly text: string;
  readonly range: string;
}

/** The parts that a split has, in their order. */
export function drawnParts({ grid, split }: DrawnSplit): DrawnPart[] {
  return varianceParts.flatMap((part) => {
    const found = split[part];
    if (found === null) return [];
    const { share, low, high } = found;
    const texts = { text: shareText(share, found), range: shareRange(found) };
    return [{ part, label: capital(partName(part, grid, split)), share, low, high, ...texts }];
  });
}

/** `Variance of throughput` */
export function splitTitle({ split, counts }: DrawnSplit): string {
  return `Variance of ${metricFacts[counts][split.metric].noun}`;
}

/** The analysis of variance: a row for each part. */
export function splitTable(drawn: DrawnSplit): FigureTable {
  const { split } = drawn;
  return {
    caption: splitTitle(drawn),
    header: ['Part', 'Share (%)', 'From (%)', 'To (%)', 'Sum of squares', 'Degrees', 'F', 'p'],
    rows: drawnParts(drawn).map(({ part, label, share, low, high }) => {
      const effect = part === 'noise' ? null : split[part];
      return [
        label,
        ...[share, low, high].map((one) => 100 * one),
        split[part]?.sumOfSquares ?? null,
        split[part]?.degrees ?? null,
        effect?.f ?? null,
        effect?.p ?? null,
      ];
    }),
  };
}

/** The figure in a sentence, for those who cannot see it. */
export function splitSummary(drawn: DrawnSplit): string {
  const { a, b, interaction } = drawn.split;
  const parts = drawnParts(drawn).map(({ label, text, range }) => `${label} ${text} (${range})`);
  const tests = [a, b, ...(interaction ? [interaction] : [])].map(({ p }) => pWords(p)).join(', ');
  return `${splitTitle(drawn)}: ${parts.join(', ')}. p of the effects: ${tests}.`;
}

/** A mean of a cell with the step of its colour; null where the cell is missing. */
export interface HeatMean {
  readonly key: string;
  readonly text: string;
  /** 0 for the lowest of the grid to 1 for the highest, on a logarithmic scale; null of a missing cell. */
  readonly height: number | null;
}

export interface HeatLevel {
  readonly label: string;
  /** Of a level of the protocol, which has a marker of its own. */
  readonly protocol: Protocol | null;
}

/** The means of the cells as a table: the factor with more levels goes down. */
export interface HeatTable {
  readonly columns: readonly HeatLevel[];
  readonly rows: readonly (HeatLevel & { readonly cells: readonly HeatMean[] })[];
}

export function meansHeat({ grid, split: { means } }: DrawnSplit): HeatTable {
  const turned = grid.a.levels.length > grid.b.levels.length;
  const [across, down] = turned ? [grid.b, grid.a] : [grid.a, grid.b];
  const all = means.flat().filter((mean) => mean !== null);
  const [low, high] = [Math.log(Math.min(...all)), Math.log(Math.max(...all))];
  const levelsOf = ({ factor, levels }: TwoWay['a']): HeatLevel[] =>
    levels.map((level) => ({
      label: factorLevelName(factor, level),
      protocol: factor === 'protocol' ? protocolSchema.parse(level) : null,
    }));
  return {
    columns: levelsOf(across),
    rows: levelsOf(down).map((level, row) => ({
      ...level,
      cells: across.levels.map((other, column) => {
        const mean = (turned ? means[column]?.[row] : means[row]?.[column]) ?? null;
        const height =
          mean === null ? null : high > low ? (Math.log(mean) - low) / (high - low) : 0;
        return { key: other, text: threeDigits(mean), height };
      }),
    })),
  };
}

/** `Throughput by protocol and TLS, requests/s` */
export function meansTitle({ grid, split, counts }: DrawnSplit): string {
  const [a, b] = [grid.a, grid.b].map(({ factor }) => factorNoun(factor).replace(/^the /, ''));
  const { title, unit } = metricFacts[counts][split.metric];
  return `${title} by ${a} and ${b}, ${unit}`;
}

/** A row for each cell. */
export function meansTable(drawn: DrawnSplit): FigureTable {
  const { grid, split, counts } = drawn;
  const { title, unit } = metricFacts[counts][split.metric];
  return {
    caption: meansTitle(drawn),
    header: [
      ...[grid.a, grid.b].map(({ factor }) => capital(factor)),
      `${title} (${unit})`,
      'Trials',
    ],
    rows: grid.b.levels.flatMap((b, row) =>
      grid.a.levels.map((a, column) => [
        factorLevelName(grid.a.factor, a),
        factorLevelName(grid.b.factor, b),
        split.means[row]?.[column] ?? null,
        grid.trials[row]?.[column] ?? 0,
      ]),
    ),
  };
}

export function meansSummary(drawn: DrawnSplit): string {
  const rows = meansHeat(drawn).rows.map(
    ({ label, cells }) => `${label}: ${cells.map(({ key, text }) => `${key} ${text}`).join(', ')}`,
  );
  return `${meansTitle(drawn)}. ${rows.join('. ')}.`;
}

/** The grid of this name and place, or the nearest that there is. */
export function chosenGrid(
  grids: readonly TwoWay[],
  name: string | null,
  place: string | null,
): TwoWay | null {
  const named = grids.filter((grid) => gridName(grid) === name);
  const own = named.length > 0 ? named : grids;
  return own.find((grid) => gridPlace(grid) === place) ?? own[0] ?? null;
}
