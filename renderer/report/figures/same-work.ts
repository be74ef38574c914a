import { describeLevel } from '../../../contracts/experiment/cell.ts';
import type { SameWork } from '../../../contracts/same-work.ts';
import { countOf } from '../../../metrics/format.ts';
import {
  aspectLabels,
  sameWorkSentence,
  sameWorkTitle,
  standingLabels,
} from '../../../metrics/same-work.ts';
import { fileStem } from '../../data/table.ts';
import type { FigureModel } from '../model.ts';
import { runOrigin, type Source, sentences } from './source.ts';

/** What both sides of the first compared pair did; pairs that are not comparable come first. */
export function sameWorkModel({ document: { analysis, run } }: Source): FigureModel | null {
  const pairs = analysis.sameWork ?? [];
  const [first] = pairs;
  if (!first) return null;
  const more = pairs.length - 1;
  const rest = more > 0 ? `The result document has ${countOf(more, 'more pair')}` : '';
  return {
    stem: fileStem('same-work'),
    kind: 'table',
    caption: sentences(
      `${sameWorkTitle} ${sameWorkSentence(first)}`,
      placeOf(first),
      rest,
      runOrigin(run),
    ),
    width: 'page',
    chart: null,
    table: {
      caption: sameWorkTitle,
      header: ['Aspect', first.labels.baseline, first.labels.cell, 'Verdict'],
      rows: first.rows.map(({ aspect, baseline, cell, standing }) => [
        aspectLabels[aspect],
        baseline,
        cell,
        standingLabels[standing],
      ]),
    },
  };
}

function placeOf({ cell }: SameWork): string {
  const level = describeLevel(cell);
  return level === null ? `For ${cell.shape}` : `For ${cell.shape} at ${level}`;
}
