import { type LoadModel, loadKeys } from '../../contracts/experiment/load.ts';
import { type Path, valueAt } from '../../contracts/experiment/path.ts';
import { settings } from '../../contracts/experiment/settings.ts';
import type { LevelUnit } from '../../contracts/words.ts';
import { isKeyed, readText, removeValue, setValue } from './edit.ts';
import { withFittingShapes } from './workload.ts';

export type SearchMethod = 'doubling' | 'bisection';

const otherThan = {
  users: 'rate',
  rate: 'users',
  doubling: 'bisection',
  bisection: 'doubling',
} as const;

/** Keys that a load of the other unit, or a search by the other method, does not use. */
function foreignTo(one: LevelUnit | SearchMethod): string[] {
  const foreign = settings.filter(({ goesWith }) => goesWith === otherThan[one]);
  return [...new Set(foreign.map(({ path }) => path.slice('load.'.length)))];
}

type Mapping = Readonly<Record<string, unknown>>;

function mappingAt(text: string, path: Path): Mapping {
  const value = valueAt(readText(text).data, path);
  return isKeyed(value) ? value : {};
}

function unitOf(load: Mapping): LevelUnit {
  if (load.model === 'open') return 'rate';
  return load.model !== 'closed' && load.of === 'rate' ? 'rate' : 'users';
}

function numbersIn(value: unknown): number[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number');
}

/** The previous levels of the load, ascending, for the new model to use. */
function levelsNamed(load: Mapping, factors: Mapping): number[] {
  const stages = Array.isArray(load.stages) ? load.stages : [];
  const found: Record<string, unknown> = {
    closed: factors.users,
    open: factors.rate,
    ramp: load.to,
    steps: load.levels,
    stages: stages.map((stage) => valueAt(stage, ['to'])),
    search: load.to,
  };
  const levels = numbersIn(found[String(load.model)]).filter((level) => level > 0);
  return [...new Set(levels)].sort((a, b) => a - b);
}

interface Start {
  /** At least one, ascending. */
  readonly levels: readonly number[];
  readonly top: number;
  /** Duration of the measurement, as in the file. */
  readonly time: unknown;
}

/** Settings that each load model needs, used if the file lacks them. */
const required: Record<LoadModel, (start: Start) => Mapping> = {
  closed: ({ time }) => ({ duration: time }),
  open: ({ time }) => ({ duration: time }),
  ramp: ({ top }) => ({ to: Math.max(top, 100), perSecond: Math.ceil(Math.max(top, 100) / 20) }),
  steps: ({ levels, time }) => ({ levels: ladder(levels), hold: time }),
  stages: ({ top, time }) => ({
    stages: [
      { for: '10s', to: top },
      { for: time, to: top },
      { for: '10s', to: 0 },
    ],
  }),
  search: () => ({ method: 'doubling', round: '5s', final: '20s' }),
  plan: () => ({ iterations: 100, interval: '500ms' }),
};

/** Steps need several levels: 1, 2, 5 and 10 times a single one. */
function ladder(levels: readonly number[]): readonly number[] {
  return levels.length > 1 ? levels : [1, 2, 5, 10].map((times) => times * (levels[0] ?? 1));
}

function isGiven(load: Mapping, key: string): boolean {
  return load[key] !== undefined || (key === 'duration' && load.requests !== undefined);
}

/**
 * Changes the load model: common settings stay, others are removed, and those that the new one
 * needs are derived from the old ones. The factor changes too: users for closed load,
 * a rate for open load, none for the others. Comments elsewhere stay.
 */
export function withModel(text: string, model: LoadModel): string {
  const load = mappingAt(text, ['load']);
  if (load.model === model) return text;
  const factors = mappingAt(text, ['factors']);
  const isFixed = model === 'closed' || model === 'open';
  const hasUnit = !isFixed && model !== 'plan';
  const before = unitOf(load);
  const unit = model === 'closed' ? 'users' : model === 'open' ? 'rate' : before;
  const named = unit === before ? levelsNamed(load, factors) : [];
  const levels = named.length > 0 ? named : [unit === 'users' ? 10 : 100];
  const time = load.duration ?? load.hold ?? load.round ?? '10s';
  let next = setValue(text, ['load', 'model'], model);
  for (const key of Object.keys(load)) {
    // A search seldom starts where a ramp does.
    const fits = key !== 'from' && loadKeys(model).includes(key);
    const kept = fits && !foreignTo(unit).includes(key);
    if (!kept) next = removeValue(next, ['load', key]);
  }
  if (hasUnit && unit === 'rate') next = setValue(next, ['load', 'of'], unit);
  const needs = required[model]({ levels, top: levels.at(-1) ?? 1, time });
  for (const [key, value] of Object.entries(needs)) {
    const flow = key === 'stages' ? 'items' : true;
    if (!isGiven(load, key)) next = setValue(next, ['load', key], value, { flow });
  }
  next = withConnections(next, model);
  return withFittingShapes(withFactor(next, isFixed ? unit : null, levels));
}

/** Only a plan has iterations that connections could last for. */
function withConnections(text: string, model: LoadModel): string {
  const isPerIteration = valueAt(readText(text).data, ['connections']) === 'per-iteration';
  return isPerIteration && model !== 'plan' ? removeValue(text, ['connections']) : text;
}

/** Sets the factor of the load and removes the other one. */
function withFactor(text: string, unit: LevelUnit | null, levels: readonly number[]): string {
  let next = text;
  for (const factor of ['users', 'rate'] as const) {
    if (factor !== unit) next = removeValue(next, ['factors', factor]);
    else if (mappingAt(next, ['factors'])[factor] === undefined) {
      next = setValue(next, ['factors', factor], levels);
    }
  }
  return next;
}

/** Sets whether a load with its own levels counts users or requests per second. */
export function withUnit(text: string, unit: LevelUnit): string {
  const load = mappingAt(text, ['load']);
  let next = setValue(text, ['load', 'of'], unit);
  for (const key of foreignTo(unit)) next = removeValue(next, ['load', key]);
  if (unit === 'rate') return next;
  for (const key of ['from', 'to', 'levels']) {
    const value = load[key];
    if (numbersIn(value).every(Number.isInteger)) continue;
    const whole = [...new Set(numbersIn(value).map((level) => Math.max(1, Math.round(level))))];
    next = setValue(next, ['load', key], Array.isArray(value) ? whole : whole[0]);
  }
  return next;
}

/** Changes the search method; bisection gets an objective. */
export function withMethod(text: string, method: SearchMethod): string {
  let next = setValue(text, ['load', 'method'], method);
  for (const key of foreignTo(method)) next = removeValue(next, ['load', key]);
  if (method === 'doubling' || mappingAt(next, ['load']).objective !== undefined) return next;
  return setValue(next, ['load', 'objective'], 'p99 < 50ms');
}
