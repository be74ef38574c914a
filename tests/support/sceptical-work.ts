import type { ResultDocument } from '../../contracts/result.ts';
import type { Pair, Reading } from './plain-pairs.ts';
import { didOtherWork } from './plain-same-work.ts';
import type { Scene } from './sceptical-scene.ts';

const namesOf = ({ baseline, other }: Pair) => [baseline.label, other.label];

const unlikePairs = (document: ResultDocument, { all }: Reading): Pair[] =>
  all.flatMap(({ pairs }) => pairs.filter((pair) => didOtherWork(document, pair)));

/** What is said not to be comparable is a pair that did other work, and the other way round. */
export function unlikeProblem(
  clause: string,
  { document, reading }: Scene,
): string | null | undefined {
  const said = /(?:^|, |first: )(\S.*?) and (\S.*?) are not comparable: \S/.exec(clause);
  if (!said) return undefined;
  const [, one = '', two = ''] = said;
  const isRight = unlikePairs(document, reading).some((pair) => {
    const [first = '', second = ''] = namesOf(pair);
    return (one.endsWith(first) && two === second) || (one.endsWith(second) && two === first);
  });
  return isRight ? null : `these did the same work: ${clause}`;
}

/** Cells that did other work than the rest, of which the sentences are silent, or that they compare. */
export function unlikeUnsaid(document: ResultDocument, reading: Reading, text: string): string[] {
  const unlike = unlikePairs(document, reading);
  const isSaid = / are not comparable: |not all did the same work/.test(text);
  const { evidence = [], unlike: flag = false } = document.analysis.finding ?? {};
  const isCrowned = unlike.some(({ baseline, other }) =>
    evidence.some(({ cell, baseline: against }) =>
      [cell, against].every((side) => [baseline.cell, other.cell].includes(side)),
    ),
  );
  return [
    ...(unlike.length > 0 && !isSaid ? ['nothing is said of what was not the same work'] : []),
    ...(isCrowned ? ['a ratio of cells that did not do the same work'] : []),
    ...(unlike.length > 0 && !flag ? ['the finding is not marked as unlike'] : []),
  ];
}
