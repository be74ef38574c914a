import fc from 'fast-check';
import { writeDuration } from '../../contracts/experiment/duration.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { protocols, tlsLevels } from '../../contracts/words.ts';
import { maxTrials } from '../../engine/experiment/crosscheck.ts';

/** Any valid experiment file, as plain data, of every load model. */

const duration = fc.oneof(
  fc.integer({ min: 1, max: 600 }),
  fc.integer({ min: 100, max: 9999 }).map((ms) => `${ms}ms`),
  fc.constantFrom('20s', '3m', '1h20m', '1.5s'),
);
const pause = fc.oneof(duration, fc.constantFrom(0, '0ms'));
const share = fc.integer({ min: 1, max: 100 }).map((percent) => `${percent}%`);
const users = fc.integer({ min: 1, max: 100_000 });
const rate = fc.oneof(users, fc.constantFrom(0.01, 0.5, 12.25, 1_000_000));

const window = fc.oneof(
  fc.record({ duration }),
  fc.record({ requests: fc.integer({ min: 1, max: 1_000_000_000 }) }),
);

/** Some of `keys`, and all of `required`. */
function some(keys: Record<string, fc.Arbitrary<unknown>>, required: string[] = []) {
  return fc.record(keys, { requiredKeys: required });
}

const ofArrivals = {
  arrivals: fc.constantFrom('constant', 'poisson'),
  maxInFlight: fc.integer({ min: 1, max: 100_000 }),
};

const closed = fc
  .tuple(some({ rampUp: fc.nat(100), warmUp: pause, thinkTime: pause }), window)
  .map((parts) => ({ model: 'closed', ...Object.assign({}, ...parts) }));
const open = fc
  .tuple(some({ ...ofArrivals, warmUp: pause }), window)
  .map((parts) => ({ model: 'open', ...Object.assign({}, ...parts) }));

/** Adds the factor of the levels and the keys that belong to it. */
function varying(make: (level: fc.Arbitrary<number>) => fc.Arbitrary<object>) {
  return fc.oneof(
    fc.tuple(some({ of: fc.constant('users'), thinkTime: pause }), make(users)),
    fc.tuple(some({ of: fc.constant('rate'), ...ofArrivals }, ['of']), make(rate)),
  );
}

const rising = (level: fc.Arbitrary<number>, minLength: number) =>
  fc
    .uniqueArray(level, { minLength, maxLength: 6 })
    .map((levels) => [...levels].sort((a, b) => a - b));
const stopAt = fc.constantFrom('saturation', 'end');

const ramp = varying((level) =>
  fc
    .tuple(rising(level, 2), fc.integer({ min: 1, max: 600 }), some({ stopAt }))
    .map(([[from = 0, to = 1], seconds, more]) => {
      // A rise is refused below 0.001 per second.
      const perSecond = Math.max(0.001, (to - from) / seconds);
      return { model: 'ramp', from, to, perSecond, ...more };
    }),
);
const steps = varying((level) =>
  fc
    .tuple(rising(level, 1), some({ hold: duration, settle: pause, stopAt }, ['hold']))
    .map(([levels, more]) => ({ model: 'steps', levels, ...more })),
);
const stages = varying((level) =>
  fc.record({
    model: fc.constant('stages'),
    from: level,
    stages: fc.array(fc.record({ for: duration, to: fc.oneof(level, fc.constant(0)) }), {
      minLength: 1,
      maxLength: 5,
    }),
  }),
);
const ofMethod = fc.oneof(
  some({ method: fc.constant('doubling'), flatten: share }, ['method']),
  some(
    {
      method: fc.constant('bisection'),
      objective: fc.constantFrom('p99 < 50ms', 'errors <= 1%', 'mean < 0.5s'),
      precision: share,
    },
    ['method', 'objective'],
  ),
);
const search = varying((level) =>
  fc
    .tuple(rising(level, 2), ofMethod, some({ round: duration, settle: pause, final: pause }))
    .map(([[from = 1, to = 1], method, more]) => ({
      model: 'search',
      from,
      to,
      ...method,
      ...more,
    })),
);
const changing = fc.oneof(ramp, steps, stages, search).map((parts) => Object.assign({}, ...parts));

const iterations = fc.integer({ min: 1, max: 10_000 });
const plan = some(
  {
    model: fc.constant('plan'),
    iterations,
    interval: pause,
    schedule: fc.constantFrom('stagger', 'load'),
    form: fc.constantFrom('staged', 'sequential', 'parallel'),
    warmUpIterations: iterations,
  },
  ['model'],
);

const subset = <T>(levels: readonly T[]) => fc.subarray([...levels], { minLength: 1 });
const list = (level: fc.Arbitrary<number>) =>
  fc.oneof(level, fc.uniqueArray(level, { minLength: 1, maxLength: 4 }));
const factors = {
  protocol: subset(protocols),
  shape: fc.uniqueArray(fc.constantFrom('small', 'typical', 'echo:5'), { minLength: 1 }),
  tls: subset(tlsLevels),
  client: fc.constantFrom('raw', 'library', ['raw', 'library']),
  gateway: subset(['off', 'on']),
  network: subset(['none', '30ms', '30ms~5ms', '0.5ms~0.25ms@1.5Gbit', '0ms@8kbit']),
};

const loadAndFactors = fc.oneof(
  fc.record({ load: closed, factors: some({ ...factors, users: list(users) }, ['protocol']) }),
  fc.record({
    load: open,
    factors: some({ ...factors, rate: list(rate) }, ['protocol', 'rate']),
  }),
  fc.record({ load: changing, factors: some(factors, ['protocol']) }),
  fc.record({
    load: plan,
    factors: some(factors, ['protocol']),
  }),
);

const rest = some({
  text: fc.constantFrom('ascii', 'escaped', 'multibyte'),
  connections: fc.constantFrom('per-user', 'per-request', { shared: 4 }),
  repetitions: fc.oneof(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(
      'decided',
      { until: 'decided' },
      { until: 'decided', atLeast: 4, atMost: 9, within: '90s', margin: '2.5%' },
    ),
  ),
  order: fc.constantFrom('listed', 'random', 'interleaved'),
  seed: fc.nat(),
  timeout: duration,
  verify: fc.constantFrom('none', 'sample', 'all'),
  workers: fc.constantFrom('auto', 2),
  resumption: fc.constantFrom('off', 'on'),
  energy: some({
    source: fc.constantFrom('auto', 'rapl', 'estimate', 'none'),
    wattsPerCore: fc.constantFrom(0.5, 10, 1000),
    interval: fc.constantFrom('10ms', '1s', 60),
    baseline: fc.constantFrom(0, '500ms', '10m'),
  }),
  pinning: fc.constantFrom('none', 'auto', { workers: [1, 2], services: [0] }),
  thresholds: fc.subarray(['dropped < 1%', 'p99 < 5ms when rate = 0.5', 'max < 1s when users = 3']),
});

/** Minimum number of trials that a file plans: all levels combined, times the repetitions. */
const trialsOf = (levels: object, repetitions: unknown) =>
  Object.values(levels).reduce<number>(
    (product, level: unknown) => product * (Array.isArray(level) ? level.length : 1),
    typeof repetitions === 'number' ? repetitions : 1,
  );

/** Any valid experiment file, as plain data. */
export const anyExperimentFile = fc
  .tuple(loadAndFactors, rest)
  // More trials are refused.
  .filter(([parts, { repetitions }]) => trialsOf(parts.factors, repetitions) <= maxTrials)
  .map(([parts, more]) => ({ wirebench: 1, name: 'Any', ...parts, ...more }));

/** Keys whose value is a duration, in milliseconds after parsing. */
const times =
  'warmUp duration thinkTime hold settle round final for timeout wait interval baseline within'.split(
    ' ',
  );
const shares = ['flatten', 'precision', 'margin'];

/** Writes a parsed experiment as a user would: the inverse of parsing. */
export function fileOf(experiment: Experiment): unknown {
  const { servers, untilDecided, ...file } = experiment;
  const { load, thresholds, target } = file;
  const hasServers = Object.keys(servers).length > 0;
  return written({
    ...file,
    repetitions: untilDecided ?? file.repetitions,
    target: target === 'bundled' || !hasServers ? target : { ...target, servers },
    load: { ...load, ...(load.model === 'search' ? searchOf(load) : {}) },
    thresholds: thresholds.map(({ text }) => text),
  });
}

/** The keys of a search's method: the parsed one has the defaults of both. */
function searchOf({ method, objective, flatten, precision }: SearchPart) {
  return method === 'doubling'
    ? { flatten, precision: undefined }
    : { objective: objective?.text, precision, flatten: undefined };
}
type SearchPart = Extract<Experiment['load'], { model: 'search' }>;

function written(value: unknown, key = ''): unknown {
  if (typeof value === 'number' && times.includes(key)) return writeDuration(value);
  if (typeof value === 'number' && shares.includes(key)) {
    return `${Number((value * 100).toPrecision(12))}%`;
  }
  if (Array.isArray(value)) return value.map((item) => written(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([name, inner]) => [name, written(inner, name)]));
}
