import type { Verdict } from '../../contracts/words.ts';

interface Judged {
  readonly label: string;
  readonly verdict: Verdict;
}

/** More doubtful series than these are counted, not named. */
const maxNamed = 3;

/** A footnote about untrusted series of a figure; none if all are trusted. */
export function doubtNotes(series: readonly Judged[]): string[] {
  const doubted = series.filter(({ verdict }) => verdict !== 'ok');
  if (doubted.length === 0) return [];
  if (doubted.length <= maxNamed) {
    const words = doubted.map(({ label, verdict }) => `${label}: ${verdict}`);
    return [`Interpret with caution: ${words.join('; ')}.`];
  }
  const counts = (['suspect', 'client-bound'] as const).flatMap((verdict) => {
    const { length } = doubted.filter((one) => one.verdict === verdict);
    return length > 0 ? [`${verdict}: ${length} of ${series.length} series`] : [];
  });
  return [`Interpret with caution: ${counts.join('; ')}.`];
}
