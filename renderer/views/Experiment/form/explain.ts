import { descriptions, modelDescriptions } from '../../../../contracts/experiment/descriptions.ts';
import type { LoadModel } from '../../../../contracts/experiment/load.ts';
import type { Path } from '../document/path.ts';

/** What a setting means, in the words of the file format. */
export interface Explanation {
  readonly text: string;
  /** What its values are; null where the control shows all of them. */
  readonly unit: string | null;
  /** Its term in the glossary of the help; null where it has none. */
  readonly term: string | null;
}

const duration = 'a duration such as 500ms, 10s, 3m or 1h20m; a number alone is seconds';
const level = 'users, or requests per second';
const share = 'a share such as 5%';

const units: Readonly<Record<string, string>> = {
  'factors.users': 'users, whole numbers',
  'factors.rate': 'requests per second',
  'factors.network': 'none, or ROUNDTRIP[~JITTER][@BANDWIDTH] such as 30ms~5ms@100Mbit',
  'database.pool': 'connections',
  'database.wait': duration,
  'energy.wattsPerCore': 'watts',
  'energy.interval': duration,
  'energy.baseline': duration,
  timeout: duration,
  repetitions: 'trials of each cell',
  workers: 'threads, or auto',
  'load.rampUp': 'users per second',
  'load.warmUp': duration,
  'load.duration': duration,
  'load.requests': 'requests',
  'load.thinkTime': duration,
  'load.maxInFlight': 'requests',
  'load.from': level,
  'load.to': level,
  'load.levels': level,
  'load.perSecond': 'users, or requests per second, in each second',
  'load.hold': duration,
  'load.settle': duration,
  'load.round': duration,
  'load.final': duration,
  'load.flatten': share,
  'load.precision': share,
  'load.iterations': 'iterations',
  'load.interval': duration,
  'load.warmUpIterations': 'iterations',
  'load.objective': 'a rule such as p99 < 50ms',
  thresholds: 'rules such as errors < 1%, or p99 < 50ms when protocol = grpc',
};

const terms: Readonly<Record<string, string>> = {
  workload: 'workload',
  target: 'target',
  'factors.protocol': 'protocol',
  'factors.shape': 'shape',
  'factors.users': 'users',
  'factors.rate': 'rate',
  'factors.tls': 'tls',
  'factors.client': 'client',
  connections: 'connections',
  repetitions: 'repetition',
  seed: 'seed',
  verify: 'verification',
  workers: 'worker',
  resumption: 'tls-resumption',
  pinning: 'pinning',
  thresholds: 'threshold',
  'load.model': 'load-model',
  'load.rampUp': 'ramp-up',
  'load.warmUp': 'warm-up',
  'load.duration': 'measurement-window',
  'load.requests': 'measurement-window',
  'load.thinkTime': 'think-time',
  'load.arrivals': 'arrivals',
  'load.maxInFlight': 'in-flight',
  'load.stopAt': 'saturation',
  'load.method': 'search',
  'load.settle': 'warm-up',
  'load.warmUpIterations': 'warm-up',
  'load.iterations': 'iteration',
  'load.form': 'use-case',
};

/** The terms that explanations lead to, each of which the glossary has to have. */
export function explainedTerms(): readonly string[] {
  return [...new Set(Object.values(terms))];
}

/** @param model of the load that is open; some settings mean different things in different ones. */
export function explain(path: Path, model: unknown): Explanation | null {
  const key = path.join('.');
  const unit = units[key] ?? null;
  const term = terms[key] ?? null;
  if (key === 'load.model') return { text: modelText(model), unit, term };
  const inModel = key.replace(/^load\./, `load(${String(model)}).`);
  const text = descriptions[inModel] ?? descriptions[key];
  return text === undefined ? null : { text, unit, term };
}

function modelText(model: unknown): string {
  const own = Object.hasOwn(modelDescriptions, String(model))
    ? ` ${modelDescriptions[model as LoadModel]}`
    : '';
  return `${descriptions.load}${own}`;
}
