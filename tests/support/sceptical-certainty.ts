import { describeCell } from '../../contracts/experiment/cell.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { Certainty, ResultDocument } from '../../contracts/result.ts';
import { failures, isFailing, readingOf, standing } from './plain-pairs.ts';
import { isWritten } from './plain-statistics.ts';
import type { Scene } from './sceptical-scene.ts';

/** Cells of which more than 1 % of the requests failed, and no others. */
export function failingProblem(clause: string, { document }: Scene): string | null | undefined {
  if (!/ speeds? says? nothing$/.test(clause)) return undefined;
  const failing = failures(document).filter(isFailing);
  const shares = [...clause.matchAll(/ failed ([\d.]+) %/g)].map(([, share]) => share);
  const isRight =
    shares.every((share) => failing.some(({ percent }) => isWritten(share, percent))) &&
    failing
      .toSorted((a, b) => b.percent - a.percent)
      .slice(0, 3)
      .every(
        ({ cell, percent }, place) =>
          isWritten(shares[place], percent) && clause.includes(protocolFacts[cell.protocol].label),
      ) &&
    shares.length === Math.min(3, failing.length) &&
    Number(/(\d+) more cells?/.exec(clause)?.[1] ?? 0) === failing.length - shares.length;
  return isRight ? null : `not so many failed: ${clause}`;
}

export function failuresUnsaid(document: ResultDocument, text: string): string[] {
  const isAll = document.trials.every(
    ({ status, requests }) => status !== 'completed' || requests.ok === 0,
  );
  const failing = failures(document).filter(isFailing);
  const flag = document.analysis.finding?.failing === true;
  return [
    ...(failing.length > 0 && !isAll && !/ speeds? says? nothing/.test(text)
      ? ['nothing is said of what failed']
      : []),
    ...(flag === failing.length > 0 ? [] : ['the finding is marked wrongly as failing or not']),
  ];
}

/** How sure the headline is, recomputed. */
export function certaintyProblems(
  document: ResultDocument,
  certainty: Certainty | undefined,
): string[] {
  const { headline, metric } = readingOf(document);
  const text = (document.analysis.finding?.sentences ?? []).join(' ');
  const isCompared = !/go to higher rates|do not keep rising/.test(text);
  const all = isCompared ? headline.flatMap((group) => standing(group, metric).others) : [];
  const open = all.filter(({ pair }) => !pair.certain && !pair.alike);
  if (all.length === 0) return certainty === undefined ? [] : ['nothing is certain or not'];
  if (!certainty) return ['nothing is said of the certainty'];
  const { step, words } = certainty;
  const wrong = `not as certain as this: ${step}, ${words}`;
  if (open.length > 0) {
    const [, some, of] = /(\d+) of (\d+) comparisons (?:is|are) open/.exec(words) ?? [];
    const isAll = /^(?:The comparison is|Both comparisons are|All \d+ comparisons are) open/.test(
      words,
    );
    const counted = isAll
      ? open.length === all.length && (all.length < 3 || words.includes(`All ${all.length} `))
      : Number(some) === open.length && Number(of) === all.length;
    return step === 'open' && counted ? [] : [wrong];
  }
  const members = new Set(
    headline.flatMap(({ entrants }) => entrants.map(({ cell }) => describeCell(cell))),
  );
  const trials = document.trials.filter(
    ({ status, cell }) => status === 'completed' && members.has(describeCell(cell)),
  );
  const verdicts = (verdict: string) =>
    trials.filter(({ client }) => client.verdict === verdict).length;
  const isDoubtful =
    verdicts('client-bound') > 0 ||
    document.analysis.finding?.sharedCores !== undefined ||
    3 * verdicts('suspect') > trials.length;
  return step === (isDoubtful ? 'direction' : 'sure') ? [] : [wrong];
}
