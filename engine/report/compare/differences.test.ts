import { describe, expect, it } from 'vitest';
import type { MachineResult, TrialResult } from '../../../contracts/measurement.ts';
import type { ServiceMachine } from '../../../contracts/other-side.ts';
import { environment, makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { experimentDifferences } from './experiment-differences.ts';
import { factorDifferences, runDifferences } from './run-differences.ts';

const text = (part = '', load = '  duration: 10s') =>
  `wirebench: 1\nname: Example\nfactors:\n  protocol: [rest]\nload:\n  model: closed\n${load}\n${part}`;

describe('differences between runs', () => {
  it('come with the likeliest explanation first', () => {
    const baseline = {
      head: makeHead({ id: 'a', experiment: text() }),
      trials: [makeResult('1')],
    };
    const client = { ...makeResult('2').client, workers: 2 };
    const libraries = { fastify: '6.0.0', soap: '1.0.0' };
    const other = {
      head: makeHead({
        ...{ id: 'b', experiment: text('seed: 9\nconnections: per-request\n', '  duration: 2m') },
        environment: { ...environment, cpu: 'Other CPU', node: 'v26.0.0', libraries },
      }),
      trials: [makeResult('2', { client })],
    };
    const found = runDifferences(baseline, other);
    expect(found.map(({ words }) => words)).toMatchSnapshot();
    const ranks = found.map(({ likelihood }) =>
      ['likely', 'possible', 'unlikely'].indexOf(likelihood),
    );
    expect(ranks).toEqual(ranks.toSorted());
    expect(runDifferences(baseline, baseline)).toEqual([]);
  });

  it('say whether client and service share cores', () => {
    const run = (id: string, pinning: string) => ({
      head: makeHead({ id, experiment: text(pinning) }),
      trials: [makeResult(id)],
    });
    const found = runDifferences(run('a', ''), run('b', 'pinning: auto\n'));
    const words = found.map((one) => one.words);
    expect(words).toContain('Client and service: cores apart vs shared cores');
  });

  it('name the machines of the service and the load, and lost ones', () => {
    const run = (id: string, part: Partial<TrialResult>) => ({
      head: makeHead({ id }),
      trials: [makeResult(id, part)],
    });
    const machine = (cores: number) => ({ name: 'a', cpu: 'any', cores }) as MachineResult;
    const differences = (a: Partial<TrialResult>, b: Partial<TrialResult>) =>
      runDifferences(run('a', a), run('b', b)).map(({ words }) => words);
    const serviceOn = { name: 'beta', cores: 4, cpu: 'any', roundTripMs: 1 } as ServiceMachine;
    expect(differences({}, { serviceOn })).toMatchSnapshot();
    expect(differences({ machines: [machine(2)] }, { machines: [machine(4)] })).toMatchSnapshot();
    expect(differences({}, { machines: [machine(4)] })).toEqual([]);
    const lostMachines = [{ name: 'beta', sinceSeconds: 3, workers: 1, ofWorkers: 2 }];
    expect(differences({ lostMachines }, {})).toEqual(['Lost machines: none vs beta']);
  });

  it('compare settings, not layout, names or thresholds', () => {
    const other = `# A comment\n${text('thresholds: [errors < 1%]\n').replace('Example', 'Renamed')}`;
    expect(experimentDifferences(text(), other)).toEqual([]);
    expect(experimentDifferences(text(), text('connections: per-user\n'))).toEqual([]);
  });

  it('only name the load model where it differs, since its fields cannot be compared', () => {
    const open = `wirebench: 1\nname: Example\nfactors:\n  protocol: [rest]\n  rate: [10]\nload:\n  model: open\n  duration: 3s\n`;
    const found = experimentDifferences(text(), open);
    expect(found.map(({ words }) => words)).toEqual(['Load model: open vs closed']);
  });

  it('name every setting in words, with its unit', () => {
    const search = (more: string) =>
      `wirebench: 1\nname: Example\nfactors:\n  protocol: [rest]\nload:\n  model: search\n  method: doubling\n${more}`;
    const found = experimentDifferences(
      search('  final: 60s\n'),
      search('  flatten: 5%\nenergy: {interval: 500ms}\ndatabase: {wait: 2s}\n'),
    );
    expect(found.map(({ words }) => words)).toMatchSnapshot();
    const stages = (list: string) =>
      `wirebench: 1\nname: Example\nfactors:\n  protocol: [rest]\nload:\n  model: stages\n  stages: ${list}\nconnections: {shared: 4}\n`;
    const other = experimentDifferences(
      stages('[{for: 30s, to: 20}]'),
      stages('[{for: 1m, to: 20}, {for: 5s, to: 0}]').replace('4', '2'),
    );
    expect(other.map(({ words }) => words)).toMatchSnapshot();
    const plain = text().replace('factors:', 'workload: inventory\nfactors:');
    const sized = experimentDifferences(
      plain,
      `${plain}data: {sizes: {s: 500, m: 6000, l: 50000}}\n`,
    );
    expect(sized.map(({ words }) => words)).toMatchSnapshot();
  });

  it('say so where an experiment cannot be read', () => {
    expect(experimentDifferences(text(), 'nonsense: [')).toHaveLength(1);
    expect(experimentDifferences('nonsense: [', 'nonsense: [')).toEqual([]);
  });

  it('of cells are their factors', () => {
    const found = factorDifferences(
      makeCell({ tls: 'off' }),
      makeCell({ protocol: 'soap', tls: 'on', users: 20 }),
    );
    expect(found.map(({ words }) => words)).toMatchSnapshot();
  });
});

describe('differences of files, machines and workers', () => {
  const run = (id: string, trial: Partial<TrialResult> = {}, files: [string, string][] = []) => ({
    head: makeHead({ id, experiment: text() }),
    trials: [makeResult(id, trial)],
    files: files.map(([path, sha256]) => ({ path, sha256, bytes: 1 })),
  });
  const found = (a: ReturnType<typeof run>, b: ReturnType<typeof run>) =>
    runDifferences(a, b).map(
      ({ subject, baseline, other }) => `${subject}: ${baseline} → ${other}`,
    );

  it('are files of one name with another content', () => {
    const a = run('a', {}, [
      ['same', 'f'.repeat(64)],
      ['data.csv', 'a'.repeat(64)],
      ['gone', 'c'],
    ]);
    const b = run('b', {}, [
      ['same', 'f'.repeat(64)],
      ['data.csv', 'b'.repeat(64)],
      ['new', 'd'],
    ]);
    expect(found(a, b)).toEqual(['data.csv: SHA-256 aaaaaaaa… → SHA-256 bbbbbbbb…']);
    expect(runDifferences(a, b)[0]).toMatchObject({
      likelihood: 'likely',
      words: 'data.csv: different content',
    });
    expect(found(a, { ...run('b'), files: [] })).toEqual([]);
  });

  it('are workers, also where trials differ, and lost machines', () => {
    const { client } = makeResult('x');
    const a = {
      ...run('a'),
      trials: [2, 1, 2].map((workers) => makeResult('a', { client: { ...client, workers } })),
    };
    expect(found(a, run('b', { client: { ...client, workers: 3 } }))).toEqual([
      'Workers: 1 or 2 → 3',
    ]);
    expect(found({ ...run('a'), trials: [] }, run('b'))).toContain('Workers: unknown → 1');
    const lost = {
      lostMachines: ['z', 'b'].map((name) => ({ name, sinceSeconds: 1 })),
    } as Partial<TrialResult>;
    expect(found(run('a'), run('b', lost))).toEqual(['Lost machines: none → b and z']);
  });
});
