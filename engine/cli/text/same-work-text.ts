import { describeLevel } from '../../../contracts/experiment/cell.ts';
import type { SameWork, WorkRow } from '../../../contracts/same-work.ts';
import { countOf } from '../../../metrics/format.ts';
import { aspectLabels, sameWorkSentence, standingLabels } from '../../../metrics/same-work.ts';
import { left } from './columns.ts';
import { drawTable, printable } from './table.ts';

/** Pairs that are named; the result document has them all. */
const maxNamed = 8;

/**
 * Whether compared cells did the same work, a sentence each; with a table of the first pair. Empty when nothing was
 * compared.
 */
export function drawSameWork(pairs: readonly SameWork[]): string {
  const [first] = pairs;
  if (!first) return '';
  const lines = pairs.slice(0, maxNamed).map((pair) => `${placeOf(pair)}${sameWorkSentence(pair)}`);
  const more = pairs.length - lines.length;
  const rest = more > 0 ? [`and ${countOf(more, 'more pair')}`] : [];
  return `${[...lines, ...rest].map(printable).join('\n')}\n${tableOf(first)}`;
}

function placeOf({ cell }: SameWork): string {
  return [cell.shape, describeLevel(cell)]
    .filter((part) => part !== null)
    .join(', ')
    .concat(': ');
}

function tableOf({ rows, labels }: SameWork): string {
  return drawTable<WorkRow>(
    [
      left('', ({ aspect }) => aspectLabels[aspect]),
      left(labels.baseline, ({ baseline }) => baseline),
      left(labels.cell, ({ cell }) => cell),
      left('', ({ standing }) => standingLabels[standing]),
    ],
    rows,
  );
}
