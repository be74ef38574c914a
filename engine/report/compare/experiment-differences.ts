import type { Difference } from '../../../contracts/compare.ts';
import { parseDuration } from '../../../contracts/experiment/duration.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { factorNames } from '../../../contracts/experiment/factors.ts';
import { valueAt } from '../../../contracts/experiment/path.ts';
import { type Setting, settingAt, settingsIn } from '../../../contracts/experiment/settings.ts';
import { readExperiment } from '../../experiment/read.ts';
import { differing } from './difference.ts';

/**
 * Differences between the settings of two experiments, regardless of their layout. The description of a
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

/** The settings to compare: only the model where load models differ, which have nothing else in common. */
function comparedIn(before: Experiment, now: Experiment): Setting[] {
  const { model } = before.load;
  const ofLoad = settingsIn('load', model);
  const load =
    model === now.load.model ? ofLoad : ofLoad.filter((one) => one.path === 'load.model');
  return [...settingsIn(''), ...settingsIn('database'), ...settingsIn('energy'), ...load].filter(
    ({ path, likelihood }) => likelihood !== undefined && !isFactor(path, before, now),
  );
}

/** A setting that one of them varies is part of the cells instead. */
function isFactor(path: string, ...experiments: readonly Experiment[]): boolean {
  return experiments.some(({ factors }) =>
    factorNames.some((name) => name === path && factors[name] !== undefined),
  );
}

function write(setting: Setting, experiment: Experiment): string {
  return words(setting, valueAt(experiment, setting.path.split('.')) ?? defaultTime(setting));
}

/** Default of a duration that is missing in the file. */
function defaultTime({ kind, fallback }: Setting): number | undefined {
  return kind === 'duration' && typeof fallback === 'string' ? parseDuration(fallback) : undefined;
}

/** A value for display: `100 s`, `2 %`, `10, 50, 100`, `shared 4`, `users 100, sizes (s 500, m 6000)`. */
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

/** Entries of a mapping; null for any other value. */
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
