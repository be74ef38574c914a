import { defaultMaxInFlight, type LoadModel } from '../../../../contracts/experiment/load.ts';
import type { LevelUnit } from '../../../../contracts/words.ts';
import type { FieldSpec } from './fields.ts';

/** A setting of the load; `key` is its key in the file. */
export interface LoadFieldSpec extends FieldSpec {
  readonly key: string;
}

function field(key: string, rest: Omit<FieldSpec, 'path'>): LoadFieldSpec {
  return { key, path: ['load', key], ...rest };
}

const excluded = 'excluded from every figure';
const warmUp = field('warmUp', { label: 'Warm-up', help: excluded, fallback: '0s' });
export const duration = field('duration', { label: 'Measure', help: 'per trial', fallback: '' });
export const requests = field('requests', { label: 'Measure', help: 'per trial', fallback: '' });
const thinkTime = field('thinkTime', {
  label: 'Think time',
  help: 'pause between answer and next request',
  fallback: '0ms',
});
const arrivals = field('arrivals', { label: 'Arrivals', fallback: 'constant' });
const maxInFlight = field('maxInFlight', {
  label: 'In flight',
  help: 'at most; what comes on top is dropped and counted',
  fallback: defaultMaxInFlight,
});
const of = field('of', { label: 'Levels are', fallback: 'users' });
const from = (fallback: number) => field('from', { label: 'From', fallback });
const stopAt = (fallback: string) => field('stopAt', { label: 'Ends at', fallback });
const settle = field('settle', { label: 'Settle', help: excluded, fallback: '1s' });
const varying = [thinkTime, arrivals, maxInFlight];

/** The settings of each load model, besides the model itself, in the order of the form. */
export const loadFields: Record<LoadModel, readonly LoadFieldSpec[]> = {
  closed: [
    field('rampUp', { label: 'Ramp-up', help: 'users/s; 0 starts all at once', fallback: 0 }),
    warmUp,
    duration,
    requests,
    thinkTime,
  ],
  open: [arrivals, maxInFlight, warmUp, duration, requests],
  ramp: [
    of,
    from(0),
    field('to', { label: 'To' }),
    field('perSecond', { label: 'Rise', help: 'per second' }),
    stopAt('saturation'),
    ...varying,
  ],
  steps: [
    of,
    field('levels', { label: 'Levels' }),
    field('hold', { label: 'Hold', help: 'measured at each level' }),
    settle,
    stopAt('end'),
    ...varying,
  ],
  stages: [of, from(0), field('stages', { label: 'Stages' }), ...varying],
  search: [
    of,
    field('method', { label: 'Method' }),
    from(2),
    field('to', { label: 'To', help: 'at most', fallback: 2048 }),
    field('round', { label: 'Round', help: 'measured at each level', fallback: '20s' }),
    settle,
    field('flatten', {
      label: 'Flattens',
      help: 'rise of throughput that ends it',
      fallback: '2%',
    }),
    field('objective', { label: 'Objective', help: 'what a level must keep', fallback: '' }),
    field('precision', { label: 'Precision', help: 'of the level found', fallback: '5%' }),
    field('final', {
      label: 'Final round',
      help: 'at the level found; 0 for none',
      fallback: '100s',
    }),
    ...varying,
  ],
  plan: [
    field('iterations', {
      label: 'Iterations',
      help: 'measured, of each use case',
      fallback: 100,
    }),
    field('schedule', { label: 'Schedule', fallback: 'stagger' }),
    field('interval', { label: 'Interval', help: 'between iterations', fallback: '500ms' }),
    field('form', { label: 'Form', fallback: 'staged' }),
    field('setUp', { label: 'Connecting', fallback: 'inside' }),
    field('warmUpIterations', { label: 'Warm-up', help: `iterations ${excluded}`, fallback: 0 }),
  ],
};

/** Settings that only one kind of load has, within one model. */
const only: Readonly<Record<string, string>> = {
  thinkTime: 'users',
  arrivals: 'rate',
  maxInFlight: 'rate',
  flatten: 'doubling',
  objective: 'bisection',
  precision: 'bisection',
};

/** Whether a setting has a place in a load of this unit and, for a search, this method. */
export function applies(key: string, of: LevelUnit, method: unknown): boolean {
  const condition = only[key];
  return condition === undefined || condition === of || condition === method;
}
