import { describeLevel } from '../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../contracts/experiment/factors.ts';
import type { TwoWay, VarianceShare, VarianceSplit } from '../contracts/result.ts';
import { factorLevelName, tlsLabel } from './cell-columns.ts';
import { groupDigits } from './format.ts';

/** The parts of a variance, in display order. */
export const varianceParts = ['a', 'b', 'interaction', 'noise'] as const;
export type VariancePart = (typeof varianceParts)[number];

type Grid = Pick<TwoWay, 'a' | 'b'>;

const nouns: Partial<Record<FactorName, string>> = {
  tls: 'TLS',
  fields: 'the choice of fields',
  dates: 'the form of dates',
  connections: 'the sharing of connections',
  resumption: 'session resumption',
  text: 'the kind of text',
};

/** A factor within a sentence, in the singular: `the protocol`, `TLS`. */
export function factorNoun(factor: FactorName): string {
  return nouns[factor] ?? `the ${factor}`;
}

/** Name of a part: `protocol`, `TLS`, `interaction`, `noise`; without repetitions the last two are one. */
export function partName(part: VariancePart, grid: Grid, { interaction }: VarianceSplit): string {
  if (part === 'a' || part === 'b') return factorNoun(grid[part].factor).replace(/^the /, '');
  return part === 'noise' && interaction === null ? 'interaction and noise' : part;
}

/** `protocol × TLS` */
export function gridName({ a, b }: Grid): string {
  return [a, b].map(({ factor }) => factorNoun(factor).replace(/^the /, '')).join(' × ');
}

/** Levels shared by the cells of a grid, to distinguish the grids of two factors. */
export function gridPlace(grid: Pick<TwoWay, 'a' | 'b' | 'cell'>): string {
  const { a, b, cell } = grid;
  const words: Partial<Record<FactorName, string | null>> = {
    users: describeLevel(cell),
    rate: describeLevel(cell),
    shape: cell.shape,
    tls: tlsLabel(cell.tls),
    client: `${cell.client} client`,
  };
  return factorNames
    .filter((name) => name !== a.factor && name !== b.factor && cell[name] !== undefined)
    .map((name) => words[name] ?? factorLevelName(name, String(cell[name])))
    .join(' · ');
}

/** `81 %`, with a decimal if the interval is narrow; only exact values are rounded to 0 % or 100 %. */
export function shareText(share: number, { low, high }: VarianceShare): string {
  const decimals = high - low < 0.02 ? 1 : 0;
  const least = decimals === 0 ? 0.005 : 0.0005;
  if (share > 0 && share < least) return `under ${decimals === 0 ? 1 : 0.1} %`;
  if (share > 1 - least && share < 1) return `over ${decimals === 0 ? 99 : 99.9} %`;
  return `${groupDigits(100 * share, decimals)} %`;
}

/** `75 % to 86 %` */
export function shareRange(share: VarianceShare): string {
  const [from, to] = [shareText(share.low, share), shareText(share.high, share)];
  return from === to ? from : `${from} to ${to}`;
}
