import { protocolFacts } from '../../contracts/protocols.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { publishedOfRun } from '../../engine/published/compare.ts';
import {
  type Group,
  isClear,
  labels,
  type Metric,
  type Pair,
  type Reading,
  readingOf,
  standing,
} from './plain-pairs.ts';
import { geometricMean, isWritten } from './plain-statistics.ts';
import { splitProblem } from './sceptical-split.ts';

/**
 * Reads the sentences of a finding as a sceptical reader would: splits them into claims, recomputes each from
 * the trials with separate arithmetic, and reports what is wrong.
 */

const digits = String.raw`\d[\d,]*(?:\.\d+)?`;
const name = String.raw`[\w/ .~@-]+?`;
const range = String.raw`(?: \(95 % interval (?<low>${digits}) to (?<high>${digits})\))?`;
const statements = [
  `(?<other>${name}) answers (?<times>${digits}) times what (?<baseline>${name}) does${range}`,
  `(?:the p95 latency|the median time of an iteration) of (?<other>${name}) is (?<times>${digits}) times that of (?<baseline>${name})(?=,|:|;|\\.|$| \\()${range}`,
  `(?<other>${name}) (?:carries|reaches) (?<upper>${digits}) requests/s at (?:its peak|the best of its levels|the end of its search), (?<times>${digits}) times the (?<lower>${digits}) of (?<baseline>${name})(?=,|:|;|\\.|$| \\()${range}`,
].map((text) => new RegExp(text, 'i'));
const effect = new RegExp(
  `(?<share>${digits}) %(?<middle>[^(%]* \\([^(%]*)95 % interval (?<low>${digits}) % to (?<high>${digits}) %\\)`,
  'g',
);
const openEffect = new RegExp(
  `(?<subject>[^(]*) \\((?<times>${digits}) times(?:, 95 % interval (?<low>${digits}) to (?<high>${digits}))?\\)`,
  'g',
);

type Hedge = 'none' | 'chance' | 'undetected' | 'untold';

function hedgeOf(clause: string): Hedge {
  if (/too few repetitions|enough repetitions/.test(clause)) return 'untold';
  if (/may be chance/.test(clause)) return 'chance';
  return /no detectable difference with|no effect of|cannot be told apart/.test(clause)
    ? 'undetected'
    : 'none';
}

function hedgeFor(pair: Pair): Hedge {
  if (pair.ratio === null) return 'untold';
  if (pair.certain) return 'none';
  return isClear(pair) ? 'chance' : 'undetected';
}

/** The wrong claims in a document's finding; empty if all are right. */
export function problemsOf(
  document: ResultDocument,
  sentences: readonly string[] = document.analysis.finding?.sentences ?? [],
): string[] {
  const reading = readingOf(document);
  const problems = sentences.flatMap((sentence) => {
    const levels = levelsIn(sentence);
    return sentence
      .replace(/\.$/, '')
      .replaceAll(
        /; (?=no difference can be detected in|\d+ have too few|it (?:lowers|raises))/g,
        ', ',
      )
      .replaceAll(
        /([^,;:]*?) (is ahead(?: instead)?:(?: at [\d,.]+ (?:users?|requests\/s),)?) it /g,
        '$1 $2 $1 ',
      )
      .replaceAll(
        /the next, ([\w/ .~@-]+?),?(?= (?:does|is|answers|carries|reaches) | does| \(|$)/g,
        '$1',
      )
      .split('; ')
      .flatMap((clause) => {
        const own = levelsIn(clause);
        return problemOf(clause, own.length > 0 ? own : levels, reading, document) ?? [];
      });
  });
  return [...problems, ...unsaid(reading, sentences.join(' '))];
}

/** `at 1, 8 and 32 users` */
function levelsIn(text: string): number[] {
  const at = new RegExp(
    String.raw`\bat ((?:${digits}(?:, | and )?)+) (?:users?|requests/s),`,
    'gi',
  );
  return [...text.matchAll(at)].flatMap(([, list = '']) =>
    [...list.matchAll(/\d+(?:\.\d+)?/g)].map(([one]) => Number(one)),
  );
}

function problemOf(
  clause: string,
  levels: readonly number[],
  reading: Reading,
  document: ResultDocument,
): string | null {
  const wrong = (why: string) => `${why}: ${clause}`;
  const groups = [...reading.headline, ...reading.elsewhere, ...reading.second].filter(
    ({ level }) => level === null || levels.includes(level),
  );
  if (/published ratio|of ours|of our figures|beside/i.test(clause))
    return studyProblem(clause, document);
  const split = splitProblem(clause, document, reading.metric);
  if (split !== undefined) return split;
  const counted = countProblem(clause, reading);
  if (counted !== undefined) return counted;
  const hedge = hedgeOf(clause);
  for (const statement of statements) {
    const found = statement.exec(clause)?.groups;
    if (!found) continue;
    const group = groups.find(({ pairs }) => pairs.some((pair) => fits(pair, found, hedge)));
    if (!group) return wrong('no pair of cells has this ratio, interval and certainty');
    return aheadProblem(clause, group, reading.metric);
  }
  const pairs = groups.flatMap((group) => group.pairs);
  const effects = [...clause.matchAll(effect)];
  if (effects.length > 0) {
    const ok = effects.every((one) => pairs.some((pair) => fitsEffect(pair, one, clause)));
    return ok && hedge === 'none' ? null : wrong('no pair of cells has this effect for certain');
  }
  const open = [...clause.matchAll(openEffect)];
  if (open.length > 0 && /effect of/.test(clause)) {
    const ok = open.every(({ groups: found = {} }) =>
      pairs.some(
        (pair) =>
          hedgeFor(pair) === hedge &&
          (found.subject ?? '').includes(protocolFacts[pair.other.cell.protocol].label) &&
          hasRatio(pair, found),
      ),
    );
    return ok ? null : wrong('no pair of cells has this open effect');
  }
  if (/can be detected between the best/.test(clause)) {
    const ok = groups.some((group) => {
      const { ranked, decided, judged } = standing(group, reading.metric);
      const [best, ...rest] = ranked;
      const others = rest.length > 3 ? `the ${rest.length} others` : labels(rest);
      return !decided && judged && best && clause.includes(`best, ${best.label}, and ${others}`);
    });
    return ok ? null : wrong('some of them differ for certain');
  }
  const claim = clause.replace(/tell which (?:of \d+ )?is ahead/, '');
  return /\bahead\b|\btimes\b|\bcosts?\b|\braises\b|\blowers?\b|\bhigher\b/.test(claim) &&
    !/go to higher rates/.test(claim)
    ? wrong('a claim without evidence')
    : null;
}

type Found = Readonly<Record<string, string | undefined>>;

function hasRatio({ baseline, other, ratio }: Pair, { times, low, high }: Found): boolean {
  const plain = geometricMean(other.values) / geometricMean(baseline.values);
  if (!isWritten(times, plain)) return false;
  if (ratio === null) return low === undefined;
  return isWritten(low, ratio.low) && isWritten(high, ratio.high);
}

function fits(pair: Pair, found: Found, hedge: Hedge): boolean {
  const { upper, lower } = found;
  return (
    // Names may follow other words of the clause.
    ` ${found.other}`.endsWith(` ${pair.other.label}`) &&
    found.baseline === pair.baseline.label &&
    hasRatio(pair, found) &&
    hedgeFor(pair) === hedge &&
    (upper === undefined || isWritten(upper, geometricMean(pair.other.values))) &&
    (lower === undefined || isWritten(lower, geometricMean(pair.baseline.values)))
  );
}

function fitsEffect(pair: Pair, found: RegExpExecArray, clause: string): boolean {
  const { share, low, high, middle = '' } = found.groups ?? {};
  const { ratio, certain } = pair;
  if (!ratio || !certain) return false;
  const isLess = /\bcosts\b|\blowers\b|\blower than\b/.test(clause);
  const before = clause.slice(Math.max(0, found.index - 60), found.index);
  const ends = [ratio.low, ratio.high]
    .map((end) => Math.abs(100 * (end - 1)))
    .sort((a, b) => a - b);
  return (
    (before + middle).includes(protocolFacts[pair.other.cell.protocol].label) &&
    isLess === ratio.times < 1 &&
    isWritten(share, Math.abs(100 * (ratio.times - 1))) &&
    isWritten(low, ends[0] ?? 0) &&
    isWritten(high, ends[1] ?? 0)
  );
}

/** Whoever is called ahead is the best of its group, with all that do not differ significantly from it. */
function aheadProblem(clause: string, group: Group, metric: Metric): string | null {
  if (!/ (?:is|are) ahead/.test(clause)) return null;
  const { leaders, decided } = standing(group, metric);
  const said = `${labels(leaders)} ${leaders.length === 1 ? 'is' : 'are'} ahead`;
  return decided && ` ${clause}`.includes(` ${said}`) ? null : `not ahead: ${clause}`;
}

/** Result for a clause that counts; undefined for others. */
function countProblem(clause: string, reading: Reading): string | null | undefined {
  const wrong = `miscounted: ${clause}`;
  const { headline, elsewhere, second, metric } = reading;
  const ends = headline.map((group) => standing(group, metric));
  const [, groups] = /(\d+) groups of cells that differ/.exec(clause) ?? [];
  if (groups !== undefined && !/there, in/.test(clause)) {
    if (Number(groups) !== headline.length) return wrong;
    const undecided = ends.filter(({ decided }) => !decided);
    const unjudged = undecided.filter(({ judged }) => !judged).length;
    if (/enough repetitions/.test(clause)) return unjudged === ends.length ? null : wrong;
    if (/in none of/.test(clause)) {
      return undecided.length === ends.length && unjudged === 0 ? null : wrong;
    }
    const winners = ends.filter(({ decided }) => decided);
    const by = Map.groupBy(winners, ({ leaders }) => labels(leaders));
    const isRight = [...by].every(([who, own]) =>
      new RegExp(`${who} (?:(?:is|are) ahead )?in ${own.length}\\b`).test(clause),
    );
    const none = /can be detected in (\d+)/.exec(clause)?.[1] ?? '0';
    return isRight && Number(none) === undecided.length - unjudged ? null : wrong;
  }
  const [, pairs] = /(\d+) pairs of cells/.exec(clause) ?? [];
  if (pairs !== undefined) {
    const all = [...(second.length > 0 ? second : headline)].flatMap((one) => one.pairs);
    if (Number(pairs) !== all.length) return wrong;
    if (/in none of/.test(clause)) return all.some(({ certain }) => certain) ? wrong : null;
    const way = (isLess: boolean) =>
      all.filter(({ certain, ratio }) => certain && (ratio?.times ?? 1) < 1 === isLess).length;
    const [, verb, count] = / (lowers|raises) .* for certain in (\d+)/.exec(clause) ?? [];
    if (Number(count) !== way(verb === 'lowers')) return wrong;
    const ok = [...clause.matchAll(effect)].every((one) =>
      all.some((pair) => fitsEffect(pair, one, clause)),
    );
    return ok ? null : wrong;
  }
  if (!/the answer differs/.test(clause)) return undefined;
  const count = (kind: string) =>
    elsewhere.filter((group) => disagreementOf(group, reading) === kind).length;
  const said = (words: string) => Number(new RegExp(`in (\\d+) ${words}`).exec(clause)?.[1] ?? 0);
  return said('another is ahead') === count('instead') &&
    said('one is ahead where') === count('ahead')
    ? null
    : wrong;
}

/** How a group at another level disagrees with its headline, if one is ahead there. */
function disagreementOf(group: Group, { headline, metric }: Reading): 'instead' | 'ahead' | null {
  const top = headline.find(({ key }) => key === group.key);
  if (!top) return null;
  const [then, now] = [standing(top, metric), standing(group, metric)];
  const [first] = then.ranked;
  const isBehind =
    now.ranked.some(({ label }) => label === first?.label) &&
    !now.leaders.some(({ label }) => label === first?.label);
  if (then.decided) return isBehind ? 'instead' : null;
  return now.decided ? 'ahead' : null;
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
