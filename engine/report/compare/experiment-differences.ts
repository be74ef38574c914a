import type { Difference } from '../../../contracts/compare.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { readExperiment } from '../../experiment/read.ts';
import { differing } from './difference.ts';

interface Rule {
  readonly subject: string;
  readonly likelihood: Difference['likelihood'];
}

/** How the settings of an experiment are named, those that explain most first. */
const rules: Readonly<Record<string, Rule>> = {
  workload: { subject: 'Workload', likelihood: 'likely' },
  target: { subject: 'Target', likelihood: 'likely' },
  'load.model': { subject: 'Load model', likelihood: 'likely' },
  connections: { subject: 'Connections', likelihood: 'likely' },
  text: { subject: 'Text of the payload', likelihood: 'likely' },
  'load.thinkTime': { subject: 'Think time', likelihood: 'likely' },
  resumption: { subject: 'TLS session resumption', likelihood: 'likely' },
  pinning: { subject: 'Pinning to cores', likelihood: 'likely' },
  'load.arrivals': { subject: 'Arrivals', likelihood: 'likely' },
  'load.maxInFlight': { subject: 'Most requests in flight', likelihood: 'possible' },
  'load.warmUp': { subject: 'Warm-up', likelihood: 'possible' },
  'load.duration': { subject: 'Duration', likelihood: 'possible' },
  'load.requests': { subject: 'Requests of a trial', likelihood: 'possible' },
  'load.rampUp': { subject: 'Users started per second', likelihood: 'possible' },
  verify: { subject: 'Verification of answers', likelihood: 'possible' },
  order: { subject: 'Order of trials', likelihood: 'possible' },
  timeout: { subject: 'Time-out', likelihood: 'unlikely' },
  seed: { subject: 'Seed', likelihood: 'unlikely' },
  repetitions: { subject: 'Repetitions', likelihood: 'unlikely' },
};

/**
 * Left out: names; thresholds, which judge and do not measure; factors, whose cells are matched one
 * by one; and workers, which are compared as they were, not as they were asked for.
 */
const ignored = ['wirebench', 'name', 'description', 'thresholds', 'factors', 'workers', 'load'];

const inMilliseconds = /^(timeout|load\.(warmUp|duration|thinkTime|hold|settle|round))$/;

/** How two experiments differ in what they ask for, whatever their texts look like. */
export function experimentDifferences(baseline: string, other: string): Difference[] {
  if (baseline === other) return [];
  const [a, b] = [readExperiment(baseline), readExperiment(other)];
  if (!a.ok || !b.ok) return [unreadable];
  const [before, now] = [settingsOf(a.experiment), settingsOf(b.experiment)];
  const sameModel = before.get('load.model') === now.get('load.model');
  return pathsOf(before, now)
    .filter((path) => sameModel || path === 'load.model' || !path.startsWith('load.'))
    .flatMap((path) => {
      const { subject, likelihood } = ruleOf(path);
      return differing(subject, likelihood, write(path, before), write(path, now));
    });
}

const unreadable: Difference = {
  subject: 'Experiment',
  baseline: 'cannot be read',
  other: 'cannot be read',
  likelihood: 'possible',
  words: 'The experiment file of one of the runs cannot be read, so settings may differ',
};

type Settings = ReadonlyMap<string, unknown>;

function settingsOf(experiment: Experiment): Settings {
  const top = Object.entries(experiment).filter(([key]) => !ignored.includes(key));
  const load = Object.entries(experiment.load).map(([key, value]) => [`load.${key}`, value]);
  return new Map([...top, ...load] as [string, unknown][]);
}

/** Every path of either, in the order of the rules, then the others as they come. */
function pathsOf(...all: Settings[]): string[] {
  const found = new Set(all.flatMap((settings) => [...settings.keys()]));
  const known = Object.keys(rules).filter((path) => found.delete(path));
  return [...known, ...found];
}

function ruleOf(path: string): Rule {
  return rules[path] ?? { subject: `Setting ${path}`, likelihood: 'possible' };
}

function write(path: string, settings: Settings): string {
  const value = settings.get(path);
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'number') return inMilliseconds.test(path) ? length(value) : String(value);
  return typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', '');
}

function length(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}
