/** One file, because each claim of a sentence is read against the same trials, and what was said of them is counted together. */
import type { Certainty, ResultDocument } from '../../contracts/result.ts';
import { publishedOfRun } from '../../engine/published/compare.ts';
import {
  advantageOf,
  type Entrant,
  type Group,
  labels,
  type Metric,
  type Pair,
  type Reading,
  readingOf,
  standing,
} from './plain-pairs.ts';
import { geometricMean, isWritten } from './plain-statistics.ts';
import { certaintyProblems, failingProblem, failuresUnsaid } from './sceptical-certainty.ts';
import { countProblem, disagreementOf } from './sceptical-counts.ts';
import { effectProblem } from './sceptical-effects.ts';
import { digits, type Found, figure, hedgeFor, Said, type Scene } from './sceptical-scene.ts';
import { objectiveProblem, searchProblem } from './sceptical-searches.ts';
import { splitProblem } from './sceptical-split.ts';
import { unlikeProblem, unlikeUnsaid } from './sceptical-work.ts';

/**
 * Reads the sentences of a finding as a sceptical reader would: splits them into claims, recomputes each from
 * the trials with separate arithmetic, and reports what is wrong.
 */

const name = String.raw`[\w/.~@-][\w/ .~@-]*?`;
const range = String.raw` \(between (?<low>${digits}) and (?<high>${digits})\)`;
/** Claims of a winner: the first with its name, and those that go on without it. */
const claims = [
  [
    `(?<best>${name}) handles (?<times>${digits}) times as many requests a second as (?<other>${name})${range}`,
    `(?:,| and) (?<times>${digits}) times as many as (?<other>${name})${range}`,
  ],
  [
    `(?<best>${name}) is faster: (?:the p95 latency|the median time of an iteration) of (?<other>${name}) is (?<times>${digits}) times as long${range}`,
    `(?:,| and) that of (?<other>${name}) (?<times>${digits}) times${range}`,
  ],
  [
    `(?<best>${name}) (?:carries|reaches) (?<upper>${digits}) requests/s (?:at (?:its peak|the best of its levels|the end of its search)|with [^,]+), (?<times>${digits}) times (?:the (?<lower>${digits}) of|as many as) (?<other>${name})${range}`,
    `(?:,| and) (?<times>${digits}) times (?:the (?<lower>${digits}) of|as many as) (?<other>${name})${range}`,
  ],
].map(([first = '', next = '']) => ({ first: new RegExp(first), next: new RegExp(next, 'y') }));
const openClaim = new RegExp(
  `it is open whether (?<best>${name}) is (?:faster|able to carry more) than (?<others>.+)$`,
  'i',
);
const openItem = new RegExp(
  `(?<other>${name}) \\((?:(?<low>${digits}) to (?<high>${digits}) times(?:, which may be chance among (?<tests>\\d+) comparisons?)?|too few repetitions)\\)(?:, | and |$)`,
  'y',
);

/** The wrong claims in a document's finding; empty if all are right. */
export function problemsOf(
  document: ResultDocument,
  sentences: readonly string[] = document.analysis.finding?.sentences ?? [],
  certainty: Certainty | undefined = document.analysis.finding?.certainty,
): string[] {
  const reading = readingOf(document);
  const said = new Said();
  const problems = sentences.flatMap((sentence) => {
    const levels = levelsIn(sentence);
    return clausesOf(sentence).flatMap((clause) => {
      const own = levelsIn(clause);
      const at = own.length > 0 ? own : levels;
      const groups = [...reading.headline, ...reading.elsewhere, ...reading.second].filter(
        ({ level }) => level === null || at.includes(level),
      );
      return problemOf(clause, { document, reading, groups, said }) ?? [];
    });
  });
  return [
    ...problems,
    ...unsaid(reading, sentences.join(' ')),
    ...leftOut(reading, said, sentences.join(' ')),
    ...failuresUnsaid(document, sentences.join(' ')),
    ...unlikeUnsaid(document, reading, sentences.join(' ')),
    ...certaintyProblems(document, certainty),
  ];
}

/** The claims of a sentence, each with the name of what it is about. */
function clausesOf(sentence: string): string[] {
  return (
    sentence
      .replace(/\.$/, '')
      .replaceAll(
        /; (?=(?:the winner is open|the best do not differ by more than is worth mentioning|there are too few repetitions to tell|there is nothing to compare) in \d|it (?:lowers|raises)|(?:its speed says|their speeds say) nothing)/g,
        ', ',
      )
      .replaceAll(
        /([^,;:]*?) (is ahead(?: of [^,;:]+?)?(?: instead)?:(?: at [\d,.]+ (?:users?|requests\/s),)?) (?:it |(?=the (?:p95|median)))/g,
        (all, who: string, ahead: string) =>
          `${who} ${ahead} ${who.trim()} ${all.endsWith('it ') ? '' : 'is faster: '}`,
      )
      // Remarks in brackets belong to what is before them.
      .replaceAll(/\([^()]*\)/g, (remarks) => remarks.replaceAll('; ', ', '))
      .split('; ')
  );
}

/** `at 1, 8 and 32 users` */
function levelsIn(text: string): number[] {
  const at = new RegExp(
    String.raw`\bat ((?:${digits}(?:, | and )?)+) (?:users?|requests/s),`,
    'gi',
  );
  return [...text.matchAll(at)].flatMap(([, list = '']) =>
    [...list.matchAll(/\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?/g)].map(([one]) =>
      Number(one.replaceAll(',', '')),
    ),
  );
}

function problemOf(clause: string, scene: Scene): string | null {
  const { document, reading } = scene;
  if (/published ratio|of ours|of our figures|beside/i.test(clause))
    return studyProblem(clause, document);
  const split = splitProblem(clause, document, reading.metric);
  if (split !== undefined) return split;
  const other = objectiveProblem(clause, document);
  if (other !== null) return other;
  const search = claims.some(({ first }) => first.test(clause))
    ? undefined
    : searchProblem(clause, document);
  if (search !== undefined) return search;
  for (const check of [
    unlikeProblem,
    countProblem,
    failingProblem,
    claimProblem,
    openProblem,
    alikeProblem,
  ]) {
    const found = check(clause, scene);
    if (found !== undefined) return found;
  }
  const found = rangeProblem(clause, scene) ?? effectProblem(clause, scene);
  if (found !== undefined) return found;
  const claim = clause.replace(/whether .* is (?:faster|able to carry more) cannot be said/, '');
  return /\bahead\b|\btimes\b|\bcosts?\b|\braises\b|\blowers?\b|\bhigher\b|\bfaster\b|nothing$/.test(
    claim,
  ) && !/go to higher rates/.test(claim)
    ? `a claim without evidence: ${clause}`
    : null;
}

/** Names may follow other words of the clause. */
const names = (text: string | undefined, { label }: Entrant) => ` ${text}`.endsWith(` ${label}`);

/** The pair in a group of two named entrants, and the first of them. */
function namedIn(group: Group, best: string | undefined, other: string | undefined) {
  return group.pairs.flatMap((pair) =>
    [[pair.baseline, pair.other] as const, [pair.other, pair.baseline] as const].flatMap(
      ([one, two]) =>
        names(best, one) && other === two.label ? [{ pair, best: one, other: two }] : [],
    ),
  )[0];
}

/** A winner with its ratios: all of the same one, which is the best of its group. */
function claimProblem(
  clause: string,
  { groups, reading: { metric }, said }: Scene,
): string | null | undefined {
  const wrong = `no pair of cells has this ratio, interval and certainty: ${clause}`;
  for (const { first, next } of claims) {
    const start = first.exec(clause);
    if (!start) continue;
    const found: Found[] = [];
    let end = 0;
    for (let one: RegExpExecArray | null = start; one; one = next.exec(clause)) {
      found.push(one.groups ?? {});
      end = one.index + one[0].length;
      next.lastIndex = end;
    }
    const rest = clause.slice(end);
    if (rest !== '' && !/^, and the two cross at /.test(rest)) return wrong;
    const { best } = found[0] ?? {};
    const fitting = groups.flatMap((group) => {
      const pairs = found.flatMap((one) => {
        const named = namedIn(group, best, one.other);
        return named && fits(named.pair, named.best, one, metric) ? [named] : [];
      });
      return pairs.length === found.length ? [{ group, pairs }] : [];
    });
    if (fitting.length === 0) return wrong;
    for (const { pairs } of fitting) for (const { pair } of pairs) said.pairs.add(pair);
    return fitting.some(({ group, pairs }) => isAheadRightly(clause, group, pairs[0], metric))
      ? null
      : `not ahead: ${clause}`;
  }
  const more = new RegExp(`^(?<best>${name}) is ahead of (?<count>\\d+) more$`).exec(
    clause,
  )?.groups;
  if (!more) return undefined;
  const own = groups.filter((group) => names(more.best, standing(group, metric).best ?? never()));
  for (const group of own) {
    const beaten = standing(group, metric).others.filter(({ pair }) => pair.certain);
    if (beaten.filter(({ pair }) => !said.pairs.has(pair)).length !== Number(more.count)) continue;
    for (const { pair } of beaten) said.pairs.add(pair);
    return null;
  }
  return `miscounted: ${clause}`;
}

function never(): never {
  throw new Error('a group has a member');
}

/** The best of a group, or the one that the clause calls ahead of another. */
function isAheadRightly(
  clause: string,
  group: Group,
  first: { readonly best: Entrant; readonly other: Entrant } | undefined,
  metric: Metric,
): boolean {
  const { best, ranked } = standing(group, metric);
  if (!first || best !== first.best) return false;
  if (!/ (?:is|are) ahead/.test(clause)) return true;
  const of = ranked.length === 2 ? '' : ` of ${first.other.label}`;
  return new RegExp(`(?:^|, )${best.label} is ahead${of}(?: instead)?:`, 'i').test(clause);
}

/** Ratio, interval and certainty of a claim; a winner's ratio is above 1. */
function fits(pair: Pair, best: Entrant, found: Found, metric: Metric): boolean {
  const { times, low = Number.NaN, high = Number.NaN } = advantageOf(pair, best, metric);
  const other = best === pair.other ? pair.baseline : pair.other;
  return (
    pair.certain &&
    low > 1 &&
    Number(found.low?.replaceAll(',', '')) > 1 &&
    isWritten(found.times, times) &&
    isWritten(found.low, low) &&
    isWritten(found.high, high) &&
    (found.upper === undefined || isWritten(found.upper, geometricMean(best.values))) &&
    (found.lower === undefined ||
      (isWritten(found.lower, geometricMean(other.values)) && isOfValues(best, other, times)))
  );
}

/** Whether a reader who divides the values gets the ratio. */
function isOfValues(best: Entrant, other: Entrant, times: number): boolean {
  const divided = geometricMean(best.values) / geometricMean(other.values);
  return Math.abs(divided / times - 1) < 0.01;
}

/** What is open for the best of a group: each with its interval, and whether chance or too few repetitions are to blame. */
function openProblem(
  clause: string,
  { groups, reading: { metric }, said }: Scene,
): string | null | undefined {
  const found = openClaim.exec(clause)?.groups;
  if (!found) return undefined;
  const { others = '' } = found;
  const items: Found[] = [];
  openItem.lastIndex = 0;
  let end = 0;
  for (let one = openItem.exec(others); one; one = openItem.exec(others)) {
    items.push(one.groups ?? {});
    end = openItem.lastIndex;
  }
  const [rest, counted] = /^(?:(\d+) more)?$/.exec(others.slice(end)) ?? [];
  const more = Number(counted ?? 0);
  const ok = rest !== undefined && items.length > 0;
  const own = groups.filter((group) => {
    const { best } = standing(group, metric);
    return (
      best !== undefined &&
      names(found.best, best) &&
      items.every((item) => {
        const named = namedIn(group, best.label, item.other);
        return named !== undefined && isOpenRightly(named.pair, best, item, metric);
      })
    );
  });
  if (!ok || own.length === 0) return `not open, or not so: ${clause}`;
  for (const group of own) {
    if (more > 0) said.more.set(group, more);
    for (const item of items) {
      const named = namedIn(group, found.best, item.other);
      if (named) said.pairs.add(named.pair);
    }
  }
  return null;
}

function isOpenRightly(pair: Pair, best: Entrant, item: Found, metric: Metric): boolean {
  const hedge =
    item.low === undefined ? 'untold' : item.tests === undefined ? 'undetected' : 'chance';
  const { low = Number.NaN, high = Number.NaN } = advantageOf(pair, best, metric);
  // An interval over more than two orders of magnitude says no more than none.
  if (high / low > 100) return hedge === 'untold';
  if (hedgeFor(pair) !== hedge) return false;
  return (
    hedge === 'untold' ||
    (isWritten(item.low, low) &&
      isWritten(item.high, high) &&
      (item.tests === undefined || Number(item.tests) === pair.tests))
  );
}

/** Those that certainly do not differ by more than the margin. */
function alikeProblem(
  clause: string,
  { groups, reading: { metric }, said }: Scene,
): string | null | undefined {
  const two = new RegExp(
    `(?<best>${name}) and (?<other>${name}) do not differ by more than is worth mentioning$`,
  ).exec(clause)?.groups;
  const many = new RegExp(
    `(?<best>${name}) differs by no more than is worth mentioning from (?<others>.+)$`,
  ).exec(clause)?.groups;
  if (!two && !many) return undefined;
  const own = groups.filter((group) => {
    const { alike, best } = standing(group, metric);
    if (two) return namedIn(group, two.best, two.other)?.pair.alike === true;
    const isBest = best !== undefined && names(many?.best, best);
    return isBest && many?.others === labels(alike.map(({ one }) => one));
  });
  for (const group of own) {
    const { alike } = standing(group, metric);
    for (const { pair } of alike) said.pairs.add(pair);
  }
  return own.length > 0 ? null : `not alike for certain: ${clause}`;
}

/** `throughput ranges from 1,000/s (REST) to 2,000/s (gRPC)`, and whether the best is faster cannot be said. */
function rangeProblem(
  clause: string,
  { groups, reading: { metric }, said }: Scene,
): string | null | undefined {
  const range = new RegExp(
    `${figure} ranges from (?<low>${digits})(?:/s| ms) \\((?<first>${name})\\) to (?<high>${digits})(?:/s| ms) \\((?<last>${name})\\)`,
    'i',
  ).exec(clause)?.groups;
  const doubt = new RegExp(
    `whether (?<best>${name}) is (?:faster|able to carry more) cannot be said after (?<times>\\d+)`,
    'i',
  ).exec(clause)?.groups;
  if (!range && !doubt) return undefined;
  const own = groups.filter((group) => {
    const { ranked, best, others } = standing(group, metric);
    if (others.some(({ pair }) => pair.ratio) || !best) return false;
    if (doubt) {
      const counts = ranked.map(({ values }) => values.length);
      return doubt.best === best.label && Number(doubt.times) === Math.min(...counts);
    }
    const means = ranked.map(({ values }) => geometricMean(values));
    const nameOf = (label: string | undefined) => ranked.find((one) => one.label === label);
    const meanOf = (label: string | undefined) => geometricMean(nameOf(label)?.values ?? []);
    return (
      isWritten(range?.low, Math.min(...means)) &&
      isWritten(range?.high, Math.max(...means)) &&
      isWritten(range?.low, meanOf(range?.first)) &&
      isWritten(range?.high, meanOf(range?.last))
    );
  });
  if (doubt) for (const group of own) said.untold.add(group);
  return own.length > 0 ? null : `no group ranges so without intervals: ${clause}`;
}

/** Opponents of the best of a headline of which nothing is said. */
function leftOut({ headline, second, metric }: Reading, said: Said, text: string): string[] {
  const isCounted = headline.length > 3 || headline.flatMap(({ pairs }) => pairs).length > 600;
  // Effects of TLS alone name no winner.
  const isEffect = headline.every(
    ({ factor, pairs }) => factor === 'tls' && pairs.some(({ ratio }) => ratio !== null),
  );
  if (isCounted || isEffect || /go to higher rates|do not keep rising/.test(text)) return [];
  // Two levels of a second factor are an effect.
  const areMany = second.length <= 3 && second.some(({ entrants }) => entrants.length > 2);
  return [...headline, ...(areMany ? second : [])].flatMap((group) => {
    const { best, others, ranked } = standing(group, metric);
    if (!best || ranked.length < 2 || said.untold.has(group)) return [];
    const missing = others.filter(({ pair }) => !said.pairs.has(pair));
    return missing.length === (said.more.get(group) ?? 0)
      ? []
      : [`nothing is said of ${best.label} and ${labels(missing.map(({ one }) => one))}`];
  });
}

/** Levels at which another is significantly ahead, but which the sentences omit. */
function unsaid(reading: Reading, text: string): string[] {
  if (/the answer differs/.test(text)) return [];
  const stated = levelsIn(text);
  return reading.elsewhere.flatMap((group) => {
    const kind = disagreementOf(group, reading);
    return kind && group.level !== null && !stated.includes(group.level)
      ? [
          `nothing is said of ${group.level}, where ${labels(standing(group, reading.metric).leaders)} is ${kind}`,
        ]
      : [];
  });
}

/** The values of the published section, and no others. */
function studyProblem(clause: string, document: ResultDocument): string | null {
  const tally = publishedOfRun(document)?.tally;
  if (!tally) return `no study: ${clause}`;
  const { measured, directions: of } = tally;
  const stated: readonly (readonly [RegExp, number])[] = [
    [/(\d+|all|the one)(?: published)?(?: ratios?)? points? the same way/, of.same],
    [/(\d+|all|the one)(?: published)?(?: ratios?)? points? the opposite way/, of.opposite],
    [/(\d+|all|the one)(?: \d+)?(?: published)?(?: ratios?)? shows? no detectable/, of.undetected],
    [/includes the published ratio in (\d+) of/, tally.within],
    [/(\d+|all) of our(?:s| figures)/, tally.inDoubt],
  ];
  const wrong = stated.some(([pattern, fact]) => {
    const [, said] = pattern.exec(clause) ?? [];
    return said !== undefined && (/\d/.test(said) ? Number(said) : measured) !== fact;
  });
  return wrong ? `not as published: ${clause}` : null;
}
