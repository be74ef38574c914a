import type { SameWork } from '../../../contracts/same-work.ts';
import { inSeries } from '../../../metrics/format.ts';
import type { Contest, ContestField, Contests, Entrant } from '../finding/contests.ts';
import { sameWorkOf } from './same-work.ts';

/** Maximum number of contests of which it is said why they are not comparable; more are counted. */
const maxNamed = 3;

/** Contests of cells that did the same work, and what is said of the others. */
export interface ComparableContests {
  /** Null where the headline has none. */
  readonly contests: Contests | null;
  /** Without full stops; empty where all are comparable. */
  readonly sentences: readonly string[];
  readonly works: ContestWorks;
}

/** Whether the cells of a run's contests did the same work, pair by pair. */
export interface ContestWorks {
  /** Of the headline and of the second factor. */
  readonly stated: readonly SameWork[];
  /** Of the other levels of load. */
  readonly elsewhere: readonly SameWork[];
}

/** Leaves out of a run's contests what was not the same work: no ratio says which of two different things is faster. */
export function comparableContests(all: Contests): ComparableContests {
  const headline = comparableField(all);
  const second = all.second && comparableField(all.second);
  const elsewhere = all.elsewhere.map(comparableField);
  return {
    contests: headline.field && {
      ...all,
      ...headline.field,
      elsewhere: elsewhere.flatMap(({ field }) => field ?? []),
      second: second?.field ?? null,
    },
    sentences: [...describe(all, headline.unlike), ...(second ? describe(all, second.unlike) : [])],
    works: {
      stated: [...headline.works, ...(second?.works ?? [])],
      elsewhere: elsewhere.flatMap(({ works }) => works),
    },
  };
}

interface Unlike {
  readonly contest: Contest;
  /** The entrants that are left out, each with why. */
  readonly others: readonly SameWork[];
}

interface ComparableField {
  readonly field: ContestField | null;
  readonly unlike: readonly Unlike[];
  readonly works: readonly SameWork[];
}

function comparableField(field: ContestField): ComparableField {
  const parts = field.contests.map((contest) => comparablePart(contest, field));
  const contests = parts.flatMap(({ contest }) => contest ?? []);
  return {
    field: contests.length > 0 ? { ...field, contests } : null,
    unlike: parts.flatMap(({ unlike }) => unlike ?? []),
    works: parts.flatMap(({ works }) => works),
  };
}

/** The largest group of entrants of a contest that are all comparable with each other. */
function comparablePart(contest: Contest, { factor }: ContestField) {
  const works = contest.pairs.map(({ baseline, other }) => sameWorkOf(other, baseline, factor));
  if (works.every(({ verdict }) => verdict === 'comparable')) {
    return { contest, unlike: null, works };
  }
  const between = (one: Entrant, two: Entrant) =>
    works.find(({ cell, baseline }) =>
      [cell, baseline].every((side) => side === one.cell || side === two.cell),
    );
  const isUnlike = (one: Entrant, two: Entrant) => between(one, two)?.verdict === 'not-comparable';
  const groups = contest.entrants.map((seed) => {
    const group = [seed];
    for (const one of contest.entrants) {
      if (one !== seed && !group.some((other) => isUnlike(one, other))) group.push(one);
    }
    return contest.entrants.filter((one) => group.includes(one));
  });
  const kept = groups.reduce((best, group) => (group.length > best.length ? group : best));
  const others = contest.entrants.flatMap((one) => {
    if (kept.includes(one)) return [];
    const against = kept.find((other) => isUnlike(one, other));
    return (against && between(one, against)) ?? [];
  });
  const pairs = contest.pairs.filter(({ baseline, other }) =>
    [baseline, other].every((one) => kept.includes(one)),
  );
  return {
    contest: kept.length > 1 ? { ...contest, entrants: kept, pairs } : null,
    unlike: { contest, others },
    works,
  };
}

/** `REST and gRPC are not comparable: REST opened a connection for each request and gRPC kept its connections` */
function describe({ contests }: ContestField, unlike: readonly Unlike[]): string[] {
  if (unlike.length > maxNamed) {
    const [first] = unlike;
    const example = first ? `; the first: ${unlikeWords(first)}` : '';
    return [
      `in ${unlike.length} of ${contests.length} groups of cells not all did the same work${example}`,
    ];
  }
  return unlike.map((one) => {
    const { name } = one.contest;
    return name === '' ? unlikeWords(one) : `${name}, ${unlikeWords(one)}`;
  });
}

function unlikeWords({ others }: Unlike): string {
  return others
    .map(({ labels, reasons }) => {
      const why = reasons.map(({ sentence }) => sentence.replace(/\.$/, ''));
      return `${inSeries([labels.baseline, labels.cell])} are not comparable: ${why.join(', and ')}`;
    })
    .join('; ');
}
