import { describe, expect, it } from 'vitest';
import { builtInExperimentSchema } from '../../contracts/engine-api.ts';
import { describeCell } from '../../contracts/experiment/cell.ts';
import { experimentOf as readFrom } from '../../tests/support/read-experiment.ts';
import { builtInExperiments, builtInText } from './builtin.ts';
import { largestLevel } from './levels.ts';
import { estimateSeconds, planTrials, warnings } from './plan.ts';
import { readExperiment } from './read.ts';

const experimentOf = (id: string) => readFrom(builtInText(id) ?? '');

const cellsOfPlan = (id: string) =>
  planTrials(experimentOf(id)).map((one) => describeCell(one.cell));

describe('built-in experiments', () => {
  it('start with the one for new users, each named and described', () => {
    const found = builtInExperiments();
    const plain = found.map((one) => one.id).filter((id) => !id.includes('/'));
    expect(plain).toEqual(found.map((one) => one.id).slice(0, plain.length));
    expect(plain).toMatchSnapshot();
    expect(plain[0]).toBe('first-look');
    for (const one of found) {
      expect(builtInExperimentSchema.parse(one)).toEqual(one);
      expect(one.description.length).toBeGreaterThan(100);
    }
    expect(new Set(found.map((one) => one.name)).size).toBe(found.length);
  });

  it('raise the users of each protocol towards 10,000 at 15 per second', () => {
    const experiment = experimentOf('kth-2024/scalability');
    expect(largestLevel(experiment)).toEqual({ users: 10_000, rate: null, inFlight: 10_000 });
    expect(experiment.load).toMatchObject({ model: 'ramp', perSecond: 15, stopAt: 'saturation' });
    const cells = cellsOfPlan('kth-2024/scalability');
    expect(cells).toEqual(['soap', 'rest', 'grpc'].map((one) => `${one} · small · tls off · raw`));
    expect(cellsOfPlan('kth-2024/scalability-quick')).toEqual(cells);
  });

  it('search as the KTH study of 2023 did, from 2 to 2048 clients', () => {
    const { load } = experimentOf('kth-2023-search');
    const rounds = { settle: 1000, round: 20_000, final: 100_000 };
    const wanted = { from: 2, to: 2048, flatten: 0.02, ...rounds };
    expect(load).toMatchObject({ model: 'search', method: 'doubling', ...wanted });
    const cells = cellsOfPlan('kth-2023-search');
    expect(cells).toHaveLength(8);
    expect(cellsOfPlan('kth-2023-search-quick')).toEqual(cells);
  });

  it('compare raw and library clients in the same rounds', () => {
    const rounds = cellsOfPlan('client-tax');
    expect(rounds).toHaveLength(3 * 6);
    for (const first of [0, 6, 12]) {
      expect(rounds.slice(first, first + 6).sort()).toEqual(
        ['grpc', 'rest', 'soap'].flatMap((protocol) =>
          ['library', 'raw'].map(
            (client) => `${protocol} · small · 20 users · tls off · ${client}`,
          ),
        ),
      );
    }
  });

  it('repeat what they compare by speed until it is decided', () => {
    const plain = builtInExperiments().filter(({ id }) => !id.includes('/'));
    const decided = plain.filter(({ id }) => experimentOf(id).untilDecided !== null);
    expect(decided.map(({ id }) => id).sort()).toEqual([
      ...['client-tax', 'connections-over-users', 'first-look', 'open-poisson'],
      'protocol-or-stack',
    ]);
  });

  it('say in their first lines how long they take at most', () => {
    const minutes = (id: string) => {
      const experiment = experimentOf(id);
      const seconds = estimateSeconds(experiment, planTrials(experiment)) ?? 0;
      return Math.ceil(Math.max(seconds, (experiment.untilDecided?.within ?? 0) / 1000) / 60);
    };
    const ids = ['kth-2024/scalability', 'kth-2023-search', 'highest-rate', 'client-tax'];
    expect(ids.map(minutes)).toEqual([34, 45, 4, 4]);
    expect(['open-poisson', 'steps-ladder', 'spike-stages'].map(minutes)).toEqual([4, 3, 3]);
  });

  it('have matching users and timeouts, and quick twins that are quick', () => {
    for (const { id } of builtInExperiments().filter((one) => !one.id.includes('/'))) {
      const experiment = experimentOf(id);
      const machine = { cores: 16, memoryBytes: 32e9, platform: 'linux' } as const;
      const found = warnings(experiment, machine).join();
      expect(found).not.toMatch(/timeout|fewer users|stay idle|in flight/);
      const seconds = estimateSeconds(experiment, planTrials(experiment));
      if (id.endsWith('-quick') || id === 'first-look') expect(seconds).toBeLessThan(150);
    }
  });

  it('stay the same when an override rewrites them', () => {
    for (const { id, text } of builtInExperiments()) {
      const result = readExperiment(text, { overrides: [{ path: 'seed', value: '7' }] });
      const source = result.ok ? result.source : '';
      expect(result.ok && result.experiment).toEqual({ ...experimentOf(id), seed: 7 });
      expect(source.match(/#/g)?.length).toBe(text.match(/#/g)?.length);
    }
  });
});
