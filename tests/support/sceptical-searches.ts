import { describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { geometricMean, isWritten } from './plain-statistics.ts';
import { digits } from './sceptical-scene.ts';

const objective = String.raw`(?<metric>[\w.]+(?: [a-z]+){0,2}) (?<bound>below|of at most) (?<limit>[\d.,]+)(?: (?<unit>ms|s|%))?`;
const carries = new RegExp(
  String.raw`^(?<name>.+?) carries (?<least>at least )?(?<level>${digits}) (?:requests a second|users?)(?: with ${objective})? \((?<remarks>.*)\)$`,
);
const limits = /^the limit lies (?<places>.+)$/i;
const limit = new RegExp(
  `(?:between (?<low>${digits}) and (?<high>${digits})|at (?<least>${digits}) or above)(?: requests a second| users)? for (?<name>[^,]+?)(?=, | and |$)`,
  'g',
);
const saturates = new RegExp(
  `^(?<name>.+?) saturates (?<where>at about|at or below) (?<level>${digits}) `,
);

const number = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''));

/** Completed searches of each cell by bisection, with all words of its cell. */
function searchesOf({ trials }: ResultDocument): (readonly TrialResult[])[] {
  const done = trials.filter(({ status, search }) => status === 'completed' && search);
  return [...Map.groupBy(done, ({ cell }) => describeCell(cell)).values()];
}

const found = (own: readonly TrialResult[]) =>
  own.flatMap(({ search }) => (search && search.level !== null ? [search] : []));

function isWithin(
  own: readonly TrialResult[],
  low: string | undefined,
  high: string | undefined,
): boolean {
  const answers = found(own);
  const highs = answers.map((one) => one.high ?? Number.POSITIVE_INFINITY);
  return (
    answers.length > 0 &&
    isWritten(low, Math.min(...answers.map((one) => one.low ?? Number.NaN))) &&
    isWritten(high, Math.max(...highs))
  );
}

/** Whether a clause names another objective than the searches have; null where it does not. */
export function objectiveProblem(clause: string, document: ResultDocument): string | null {
  const said = new RegExp(` with ${objective}`).exec(clause)?.groups;
  const texts = document.trials.flatMap(({ search }) => search?.objective ?? []);
  return said && texts.length > 0 && !texts.some((text) => isObjective(said, text))
    ? `another objective: ${clause}`
    : null;
}

/** Result for a clause about what a search found, or where a load saturated; undefined for others. */
export function searchProblem(clause: string, document: ResultDocument): string | null | undefined {
  const wrong = `no search found this: ${clause}`;
  const all = searchesOf(document);
  const one = carries.exec(clause)?.groups;
  if (one && all.length > 0) {
    const range = new RegExp(`between (${digits}) and (${digits})`).exec(one.remarks ?? '');
    const fits = all.some((own) => {
      const answers = found(own);
      const isOpen = answers.some(({ high }) => high === null);
      const isConfirmed = answers.every(({ confirmed }) => confirmed);
      const count = own.length === 1 ? 'one repetition' : `${own.length} repetitions`;
      return (
        answers.length > 0 &&
        isWritten(one.level, geometricMean(answers.map(({ level }) => level ?? 0))) &&
        isOpen === (one.least !== undefined) &&
        (isOpen ? range === null : isWithin(own, range?.[1], range?.[2])) &&
        isConfirmed !== /not confirmed/.test(one.remarks ?? '') &&
        (one.remarks ?? '').includes(count)
      );
    });
    return fits ? null : wrong;
  }
  const places = limits.exec(clause)?.groups?.places;
  if (places !== undefined) {
    const named = [...places.matchAll(limit)];
    const fits = named.every(({ groups = {} }) =>
      all.some((own) =>
        groups.least === undefined
          ? isWithin(own, groups.low, groups.high)
          : found(own).some(({ high }) => high === null),
      ),
    );
    return named.length > 0 && fits ? null : wrong;
  }
  const few =
    /^.+ answered .+, but (?<answers>[\d,]+) answers are too few for .+, which needs (?<needed>[\d,]+)$/.exec(
      clause,
    )?.groups;
  if (few) {
    return all
      .flatMap(found)
      .some(
        (answer) =>
          answer.few?.answers === number(few.answers) && answer.few.needed === number(few.needed),
      )
      ? null
      : wrong;
  }
  if (/^above that the load generator was too late/.test(clause)) {
    return all.flatMap(found).some(({ high, limit: by }) => high === null && by === 'generator')
      ? null
      : wrong;
  }
  return saturationProblem(clause, document);
}

/** `p99 below 50 ms` of `p99 < 50ms` */
function isObjective(said: Record<string, string | undefined>, text: string): boolean {
  const [, metric, operator, limitText, unit] =
    /^(\w+)\s*(<=?)\s*([\d.]+)\s*(\S*)$/.exec(text) ?? [];
  const scale = { us: 0.001, µs: 0.001, ms: 1, s: 1000 }[unit ?? ''] ?? 1;
  const saidScale = said.unit === 's' ? 1000 : 1;
  return (
    (said.bound === 'below') === (operator === '<') &&
    (!/^p\d/.test(metric ?? '') || said.metric?.replace('.', '') === metric) &&
    Math.abs((number(said.limit) * saidScale) / (Number(limitText) * scale) - 1) < 1e-6
  );
}

/** Whether even the lowest level was saturated, of which no more can be said than "at or below". */
function saturationProblem(
  clause: string,
  { analysis }: ResultDocument,
): string | null | undefined {
  const said = saturates.exec(clause)?.groups;
  if (!said) return undefined;
  const cells = [...Map.groupBy(analysis.saturation, ({ cell }) => describeCell(cell)).values()];
  const fits = cells.some((own) => {
    const points = own.flatMap(({ manual, point }) => manual ?? point ?? []);
    const isLowest = own.every(
      ({ manual, point, curve }) =>
        manual === null &&
        point !== null &&
        point.level === Math.min(...curve.map(({ level }) => level)),
    );
    return (
      points.length > 0 &&
      isWritten(said.level, geometricMean(points.map(({ level }) => level))) &&
      isLowest === (said.where === 'at or below')
    );
  });
  return fits ? null : `does not saturate so: ${clause}`;
}
