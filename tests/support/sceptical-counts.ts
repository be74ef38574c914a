import { type Group, type Metric, type Reading, standing } from './plain-pairs.ts';
import { effect, fitsEffect } from './sceptical-effects.ts';
import type { Scene } from './sceptical-scene.ts';

/** Result for a clause that counts; undefined for others. */
export function countProblem(clause: string, { reading }: Scene): string | null | undefined {
  const wrong = `miscounted: ${clause}`;
  const { headline, elsewhere, second, metric } = reading;
  const [, groups, factor] =
    /(\d+) groups of cells that differ(?: in (\w+) alone)?/.exec(clause) ?? [];
  if (groups !== undefined && !/there, in/.test(clause)) {
    const own = second[0] !== undefined && second[0].factor === factor ? second : headline;
    if (Number(groups) !== own.length) return wrong;
    const by = Map.groupBy(own, (group) => verdictOf(group, metric));
    const count = (verdict: string) => by.get(verdict)?.length ?? 0;
    const isAll = (verdict: string) => count(verdict) === own.length;
    if (/enough repetitions/.test(clause)) return isAll('untold') ? null : wrong;
    if (/is open in all/.test(clause)) return isAll('open') ? null : wrong;
    if (/in none of/.test(clause)) return isAll('alike') ? null : wrong;
    const winners = Map.groupBy(
      by.get('ahead') ?? [],
      (group) => standing(group, metric).best?.label ?? '',
    );
    const said = (words: string) => Number(new RegExp(`${words} in (\\d+)`).exec(clause)?.[1] ?? 0);
    const [, named = ''] =
      / alone, (.* is ahead in .*?)(?:, (?:the winner|the best|there (?:is|are)) .*)?$/.exec(
        clause,
      ) ?? [];
    const counts = [...named.matchAll(/in (\d+)/g)].map(([, one]) => Number(one));
    const isRight =
      counts.reduce((sum, one) => sum + one, 0) === count('ahead') &&
      counts.length === winners.size &&
      [...winners].every(([who, own]) =>
        new RegExp(`${who} (?:is ahead )?in ${own.length}\\b`).test(clause),
      );
    return isRight &&
      said('the winner is open') === count('open') &&
      said('the best do not differ by more than is worth mentioning') === count('alike') &&
      said('there are too few repetitions to tell') === count('untold') &&
      said('there is nothing to compare') === count('alone')
      ? null
      : wrong;
  }
  const [, pairs] = /(\d+) pairs of cells/.exec(clause) ?? [];
  if (pairs !== undefined) {
    const all = [...(second.length > 0 ? second : headline)].flatMap((one) => one.pairs);
    if (Number(pairs) !== all.length) return wrong;
    if (/in none of/.test(clause)) {
      const isAlike = all.every(({ alike }) => alike);
      const isSaid = /by more than is worth mentioning/.test(clause);
      return all.some(({ certain }) => certain) || isAlike !== isSaid ? wrong : null;
    }
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

/** The outcome of a group in a word: `ahead` where the best certainly beats all others. */
function verdictOf(group: Group, metric: Metric): string {
  const { ranked, leaders, others, judged } = standing(group, metric);
  if (ranked.length < 2) return 'alone';
  if (leaders.length === 1) return 'ahead';
  if (!judged) return 'untold';
  return others.every(({ pair }) => pair.certain || pair.alike) ? 'alike' : 'open';
}

/** How a group at another level disagrees with its headline, if one is ahead there. */
export function disagreementOf(
  group: Group,
  { headline, metric }: Reading,
): 'instead' | 'ahead' | null {
  const top = headline.find(({ key }) => key === group.key);
  if (!top) return null;
  const [then, now] = [standing(top, metric), standing(group, metric)];
  const first = then.best;
  const isBehind =
    now.ranked.some(({ label }) => label === first?.label) &&
    !now.leaders.some(({ label }) => label === first?.label);
  if (then.decided) return isBehind ? 'instead' : null;
  return now.decided ? 'ahead' : null;
}
