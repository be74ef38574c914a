import { metricFacts } from '../../contracts/compare.ts';
import type { TwoWay, VarianceSplit } from '../../contracts/result.ts';
import { capital, type Work } from '../../contracts/work.ts';
import { factorLevelName } from '../../metrics/cell-columns.ts';
import { countOf, inSeries } from '../../metrics/format.ts';
import { factorNoun, shareRange, shareText } from '../../metrics/two-way.ts';

type NamedGrid = Pick<TwoWay, 'a' | 'b' | 'cell' | 'leftOut'>;
export type Shares = Omit<VarianceSplit, 'finding'>;

interface Measured {
  readonly counts: Work;
  readonly trials: number;
  /** Number of trials in which the load generator was the limit. */
  readonly bound: number;
}

/** Maximum number of levels that are named; more are counted. */
const maxNamed = 4;

/**
 * Which of the factors decides more, where certain, with their shares: `Between REST and gRPC the
 * stack decides more than the protocol: …`.
 */
export function describeSplit(grid: NamedGrid, split: Shares, measured: Measured): string {
  return [
    `${capital(splitWords(grid, split, measured.counts))}.`,
    ...remarks(grid, split, measured),
  ].join(' ');
}

/** The same without remarks, as part of a sentence. */
export function splitWords(grid: NamedGrid, split: Shares, counts: Work): string {
  return `${verdictWords(grid, split)}: ${sharesWords(grid, split, counts)}`;
}

/** `between REST and gRPC the stack decides more than the protocol` */
export function verdictWords(grid: NamedGrid, split: Shares): string {
  return `between ${levelWords(grid)} ${verdictOf(grid, split)}`;
}

/** `REST and gRPC`, `7 protocols` */
function levelWords(grid: NamedGrid): string {
  const { factor, levels } = grid.a;
  if (levels.length <= maxNamed) {
    return inSeries(levels.map((level) => factorLevelName(factor, level)));
  }
  const noun = factorNoun(factor);
  return noun === `the ${factor}`
    ? countOf(levels.length, factor)
    : `${levels.length} levels of ${noun}`;
}

function verdictOf({ a, b }: NamedGrid, split: Shares): string {
  const [ofA, ofB] = [factorNoun(a.factor), factorNoun(b.factor)];
  const verdict = verdictIn(split);
  if (verdict === 'noise') return `neither ${ofA} nor ${ofB} can be distinguished from noise`;
  if (verdict === 'interaction') {
    return `the effect of ${ofB} depends on ${ofA}, and that decides more than either by itself`;
  }
  const [more, less] = split.difference.share > 0 ? [ofA, ofB] : [ofB, ofA];
  return verdict === 'open'
    ? `it is not certain whether ${more} or ${less} decides more`
    : `${more} decides more than ${less}`;
}

/** The deciding effect according to the intervals: one of the factors, their interaction, or nothing for certain. */
export function verdictIn(split: Shares): 'noise' | 'interaction' | 'open' | 'factor' {
  const { a, b, interaction, difference } = split;
  if (a.low === 0 && b.low === 0 && (interaction?.low ?? 0) === 0) return 'noise';
  if (interaction && interaction.low > Math.max(a.high, b.high)) return 'interaction';
  return difference.low <= 0 && difference.high >= 0 ? 'open' : 'factor';
}

/** `of the variance of throughput the stack makes up 81 % (95 % interval 75 % to 86 %), the protocol 12 % (8 % to 17 %), …` */
function sharesWords({ a, b }: NamedGrid, split: Shares, counts: Work): string {
  const { interaction, noise, metric } = split;
  const factors = [
    { name: factorNoun(a.factor), part: split.a },
    { name: factorNoun(b.factor), part: split.b },
  ].sort((one, other) => other.part.share - one.part.share);
  const [first, ...others] = [
    ...factors,
    ...(interaction ? [{ name: 'their interaction', part: interaction }] : []),
    { name: interaction ? 'noise' : 'their interaction and noise together', part: noise },
  ].map(({ name, part }, place) => {
    const [verb, interval] = place === 0 ? [' makes up', '95 % interval '] : ['', ''];
    return `${name}${verb} ${shareText(part.share, part)} (${interval}${shareRange(part)})`;
  });
  return `of the variance of ${metricFacts[counts][metric].noun} ${inSeries([first ?? '', ...others])}`;
}

/** Remarks on the shares, a sentence each. */
function remarks(
  { leftOut }: NamedGrid,
  { interaction, means, a, b }: Shares,
  { trials, bound }: Measured,
): string[] {
  const missing = means.flat().filter((mean) => mean === null).length;
  const [lesser, larger] = a.share < b.share ? [a, b] : [b, a];
  const bends =
    interaction !== null && interaction.low > lesser.high && interaction.low <= larger.high;
  const its = leftOut.length === 1 ? 'its' : 'their';
  return [
    ...(interaction === null
      ? [
          'No cell was repeated, so their interaction cannot be distinguished from noise, and the intervals assume that there is none.',
        ]
      : []),
    ...(bends
      ? [
          'The interaction is larger than the smaller of the two effects, which therefore varies with the level of the other factor.',
        ]
      : []),
    ...(missing > 0
      ? [`${countOf(missing, 'cell')} of the grid ${missing === 1 ? 'is' : 'are'} missing.`]
      : []),
    ...(leftOut.length > 0
      ? [`Left out, because too many of ${its} cells are missing: ${leftOut.join(', ')}.`]
      : []),
    ...(2 * bound >= trials
      ? [
          `The load generator was the limit in ${bound} of ${countOf(trials, 'trial')}, so the services may differ otherwise.`,
        ]
      : []),
  ];
}
