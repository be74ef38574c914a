import {
  type Agreement,
  type AgreementCounts,
  agreements,
  type PublishedPair,
} from '../../contracts/published.ts';

/** How many pairs say what. */
export function countsOf(pairs: readonly PublishedPair[]): AgreementCounts {
  const count = (agreement: Agreement) =>
    pairs.filter((pair) => pair.agreement === agreement).length;
  return {
    agrees: count('agrees'),
    disagrees: count('disagrees'),
    undetected: count('undetected'),
    untold: count('untold'),
  };
}

/** Counts of several together. */
export function addAgreements(all: readonly AgreementCounts[]): AgreementCounts {
  const sum = (agreement: Agreement) => all.reduce((total, one) => total + one[agreement], 0);
  return {
    agrees: sum('agrees'),
    disagrees: sum('disagrees'),
    undetected: sum('undetected'),
    untold: sum('untold'),
  };
}

/** Counts in a sentence. */
export function countWords(counts: AgreementCounts): string {
  const total = agreements.reduce((sum, agreement) => sum + counts[agreement], 0);
  if (total === 0) return 'There is nothing to compare.';
  const { agrees, disagrees, undetected, untold } = counts;
  return `Of ${total} published ${total === 1 ? 'ratio' : 'ratios'}, ours agree in direction with ${agrees} and disagree with ${disagrees}; ${undetected} show no detectable difference, and of ${untold} nothing can be said.`;
}
