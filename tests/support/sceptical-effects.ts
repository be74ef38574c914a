import { protocolFacts } from '../../contracts/protocols.ts';
import type { Pair } from './plain-pairs.ts';
import { geometricMean, isWritten } from './plain-statistics.ts';
import { digits, figure, hedgeFor, type Scene } from './sceptical-scene.ts';

export const effect = new RegExp(
  `(?<share>${digits}) %(?<middle>[^(%]* \\([^(%]*)between (?<low>${digits}) % and (?<high>${digits}) %\\)`,
  'g',
);
const effectItem = new RegExp(
  `(?<subject>[^(]*) \\((?:(?<low>${digits}) to (?<high>${digits})|(?<times>${digits})) times\\)`,
  'g',
);

/** Effects of a factor of two levels: certain ones as shares, the others with what is in doubt. */
export function effectProblem(clause: string, { groups }: Scene): string | null | undefined {
  const pairs = groups.flatMap((group) => group.pairs);
  const of = new RegExp(`${figure} of (?<rest>.+)$`).exec(clause)?.groups?.rest ?? '';
  const protocols = (text: string, pair: Pair) =>
    text.includes(protocolFacts[pair.other.cell.protocol].label);
  const [, tests] = /may be chance among (\d+) comparisons?$/.exec(clause) ?? [];
  const hedge = /it is open whether .* changes /.test(clause)
    ? 'undetected'
    : tests !== undefined
      ? 'chance'
      : /too few repetitions to tell the effect/.test(clause)
        ? 'untold'
        : null;
  if (hedge) {
    const items = [...of.matchAll(effectItem)].map((one) => one.groups ?? {});
    const ok = items.every((item) =>
      pairs.some(
        (pair) =>
          hedgeFor(pair) === hedge &&
          protocols(item.subject ?? '', pair) &&
          (tests === undefined || Number(tests) === pair.tests) &&
          (item.times === undefined
            ? isWritten(item.low, pair.ratio?.low ?? Number.NaN) &&
              isWritten(item.high, pair.ratio?.high ?? Number.NaN)
            : hedge === 'untold' &&
              isWritten(
                item.times,
                geometricMean(pair.other.values) / geometricMean(pair.baseline.values),
              )),
      ),
    );
    return ok && items.length > 0 ? null : `no pair of cells has this open effect: ${clause}`;
  }
  if (/ changes .* by no more than is worth mentioning$/.test(clause)) {
    const subjects = of.replace(/ by no more than.*$/, '').split(/, | and /);
    const ok = subjects.every((one) => pairs.some((pair) => pair.alike && protocols(one, pair)));
    return ok ? null : `not alike for certain: ${clause}`;
  }
  const effects = [...clause.matchAll(effect)];
  if (effects.length === 0) return undefined;
  const ok = effects.every((one) => pairs.some((pair) => fitsEffect(pair, one, clause)));
  return ok ? null : `no pair of cells has this effect for certain: ${clause}`;
}

export function fitsEffect(pair: Pair, found: RegExpExecArray, clause: string): boolean {
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
