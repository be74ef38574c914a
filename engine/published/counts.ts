import type { Agreement, AgreementCounts, PublishedPair } from '../../contracts/published.ts';

/** Numbers of pairs by verdict. */
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

/** Sum of several counts. */
export function addAgreements(all: readonly AgreementCounts[]): AgreementCounts {
  const sum = (agreement: Agreement) => all.reduce((total, one) => total + one[agreement], 0);
  return {
    agrees: sum('agrees'),
    disagrees: sum('disagrees'),
    undetected: sum('undetected'),
    untold: sum('untold'),
  };
}
