import type { Difference } from '../../../contracts/compare.ts';
import { parseDuration } from '../../../contracts/experiment/duration.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { factorNames } from '../../../contracts/experiment/factors.ts';
import { valueAt } from '../../../contracts/experiment/path.ts';
import { type Setting, settingAt, settingsIn } from '../../../contracts/experiment/settings.ts';
import { readExperiment } from '../../experiment/read.ts';
import { differing } from './difference.ts';

/**
 * How two experiments differ in what they ask for, whatever their texts look like. The description of a
 * setting says whether it is compared. Names, thresholds (which judge and do not measure), factors (whose
 * cells are matched one by one) and workers (which are compared as they were) are not.
 */
export function experimentDifferences(baseline: string, other: string): Difference[] {
  if (baseline === other) return [];
  const [a, b] = [readExperiment(baseline), readExperiment(other)];
  if (!a.ok || !b.ok) return [unreadable];
  const [before, now] = [a.experiment, b.experiment];
  return comparedIn(before, now).flatMap((setting) => {
    const { label, subject = label, likelihood = 'possible' } = setting;
    return differing(subject, likelihood, write(setting, before), write(setting, now));
  });
}

const unreadable: Difference = {
  subject: 'Experiment',
  baseline: 'cannot be read',
  other: 'cannot be read',
  likelihood: 'possible',
  words: 'The experiment file of one of the runs cannot be read, so settings may differ',
};

/** The settings to look at: of loads of two models, which have nothing in common, only the model. */
function comparedIn(before: Experiment, now: Experiment): Setting[] {
  const { model } = before.load;
  const ofLoad = settingsIn('load', model);
  const load =
    model === now.load.model ? ofLoad : ofLoad.filter((one) => one.path === 'load.model');
  return [...settingsIn(''), ...settingsIn('database'), ...settingsIn('energy'), ...load].filter(
    ({ path, likelihood }) => likelihood !== undefined && !isFactor(path, before, now),
  );
}

/** A setting that one of them varies is in the cells instead. */
function isFactor(path: string, ...experiments: readonly Experiment[]): boolean {
  return experiments.some(({ factors }) =>
    factorNames.some((name) => name === path && factors[name] !== undefined),
  );
}

function write(setting: Setting, experiment: Experiment): string {
  return words(setting, valueAt(experiment, setting.path.split('.')) ?? defaultTime(setting));
}

/** What a time is that the schema leaves open. */
function defaultTime({ kind, fallback }: Setting): number | undefined {
  return kind === 'duration' && typeof fallback === 'string' ? parseDuration(fallback) : undefined;
}

/** A value as people read it: `100 s`, `2 %`, `10, 50, 100`, `shared 4`, `users 100, sizes (s 500, m 6000)`. */
function words(setting: Setting, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (typeof value === 'number') return number(setting, value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    const item = { ...setting, path: `${setting.path}.items` };
    return (
      value.map((one) => partsOf(item, one)?.join(' ') ?? words(item, one)).join(', ') || 'none'
    );
  }
  if ('text' in value) return String(value.text);
  return partsOf(setting, value)?.join(', ') || 'none';
}

/** What a mapping consists of; null of any other value. */
function partsOf(setting: Setting, value: unknown): string[] | null {
  if (!isMapping(value)) return null;
  return Object.entries(value).map(([key, inner]) => {
    const own = settingAt(`${setting.path}.${key}`) ?? setting;
    const text = words(own, inner);
    return `${key} ${isMapping(inner) ? `(${text})` : text}`;
  });
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('text' in value);
}

function number({ kind }: Setting, value: number): string {
  if (kind === 'share') return `${Number((100 * value).toPrecision(12))} %`;
  if (kind !== 'duration') return String(value);
  return value % 1000 === 0 ? `${value / 1000} s` : `${value} ms`;
}
