import { describe, expect, it } from 'vitest';
import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import { experimentOf as readFrom } from '../../tests/support/read-experiment.ts';
import { cellsOf } from '../experiment/cells.ts';
import type { EarlierFigures } from './earlier.ts';
import { expectedLoad, type Knowledge } from './expected-load.ts';

const experimentOf = (changes: Record<string, unknown>) =>
  readFrom({
    ...{ wirebench: 1, name: 'Test', repetitions: 2 },
    factors: { protocol: ['rest', 'grpc'], shape: 'echo:100', users: [10, 50] },
    load: { model: 'closed', warmUp: '5s', duration: '15s' },
    ...changes,
  });

const nothingKnown: Knowledge = { earlier: new Map(), ceilingRps: () => null };
const figures: EarlierFigures = { trials: 3, throughputRps: 1000, bytesPerRequest: 700 };
const knowing = (cells: readonly Cell[]): Knowledge => ({
  ...nothingKnown,
  earlier: new Map(cells.map((cell) => [describeCell(cell), figures])),
});
const alone = (load: object) => ({ factors: { protocol: 'rest', shape: 'echo:100' }, load });

describe('the expected load', () => {
  it('has its levels and connections', () => {
    const load = expectedLoad(experimentOf({ connections: { shared: 4 } }), nothingKnown);
    expect(load).toMatchObject({ of: 'users', least: 10, most: 50, connections: 4 });
  });

  it('of closed load is unknown without earlier runs', () => {
    const { requests, bytes } = expectedLoad(experimentOf({}), nothingKnown);
    expect(requests).toMatchObject({ total: null });
    expect(requests.basis).toContain('no earlier run shows');
    expect(bytes.total).toBeNull();
  });

  it('of closed load is that of earlier trials of the same cells', () => {
    const experiment = experimentOf({});
    const { requests, bytes } = expectedLoad(experiment, knowing(cellsOf(experiment)));
    // Four cells, twice, 20 s each at 1000 requests per second.
    expect(requests).toMatchObject({ total: 160_000, bound: 'about' });
    expect(requests.basis).toContain('12 earlier trials');
    expect(bytes).toMatchObject({ total: 160_000 * 700, bound: 'about' });
  });

  it('says how many cells have earlier runs, where some do', () => {
    const experiment = experimentOf({});
    const { requests } = expectedLoad(experiment, knowing(cellsOf(experiment).slice(0, 3)));
    expect(requests.total).toBeNull();
    expect(requests.basis).toContain('only 3 of 4 cells');
  });

  it('is at most what a calibration of the machine allows', () => {
    const calibrated = { ...nothingKnown, ceilingRps: () => 5000 };
    const { requests } = expectedLoad(experimentOf({}), calibrated);
    expect(requests).toMatchObject({ total: 4 * 2 * 20 * 5000, bound: 'at most' });
  });

  it('of a number of requests is that number, and at least the bytes of the payload', () => {
    const load = { model: 'closed', requests: 1000 };
    const { requests, bytes } = expectedLoad(experimentOf({ load }), nothingKnown);
    expect(requests).toMatchObject({ total: 8000, bound: 'at least' });
    expect(bytes).toMatchObject({ total: 8000 * 200, bound: 'at least' });
  });

  it('has no bytes of an own service before its first run', () => {
    const requests = { one: { rest: { path: '/' } } };
    const service = { rest: { address: 'http://127.0.0.1:1' }, requests };
    const factors = { protocol: 'rest', shape: 'one', users: 2 };
    const load = { model: 'closed', requests: 100 };
    const { bytes } = expectedLoad(experimentOf({ service, factors, load }), nothingKnown);
    expect(bytes).toMatchObject({ total: null, basis: 'Unknown before the first run.' });
  });

  it('of open load is the rate times the time', () => {
    const factors = { protocol: 'rest', rate: [100, 200] };
    const load = { model: 'open', warmUp: '1s', duration: '9s' };
    const { requests } = expectedLoad(experimentOf({ factors, load }), nothingKnown);
    expect(requests).toMatchObject({ total: 2 * (1000 + 2000), bound: 'about' });
  });

  const stages = [
    { for: '10s', to: 10 },
    { for: '10s', to: 30 },
  ];
  it.each([
    [{ model: 'ramp', of: 'rate', from: 0, to: 100, perSecond: 10, stopAt: 'end' }, 500, 'about'],
    [{ model: 'ramp', of: 'rate', from: 0, to: 100, perSecond: 10 }, 500, 'at most'],
    [{ model: 'steps', of: 'rate', levels: [10, 20], hold: '9s', settle: '1s' }, 300, 'about'],
    [{ model: 'stages', of: 'rate', from: 10, stages }, 300, 'about'],
  ])('of a course of rates is the area under it: %j', (load, perTrial, bound) => {
    const { requests } = expectedLoad(experimentOf(alone(load)), nothingKnown);
    expect(requests).toMatchObject({ total: 2 * perTrial, bound });
  });

  it('of a search depends on the service', () => {
    const load = { model: 'search', method: 'doubling' };
    const { requests } = expectedLoad(experimentOf(alone(load)), nothingKnown);
    expect(requests.total).toBeNull();
    expect(requests.basis).toContain('depends on the service');
  });
});
