import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeCell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { type StudyName, studyNames, studyTables } from '../../contracts/studies.ts';
import { experimentOf as readFrom } from '../../tests/support/read-experiment.ts';
import { planTrials } from './plan.ts';

const folder = new URL('../../fixtures/experiments/', import.meta.url);

const textOf = (id: string) => readFileSync(new URL(`${id}.bench.yaml`, folder), 'utf8');

const experimentOf = (id: string) => readFrom(textOf(id));

const namesOf = (study: StudyName) =>
  readdirSync(new URL(study, folder)).map((file) => file.replace(/\.bench\.yaml$/, ''));

function cellsOf(id: string): string[] {
  const experiment = experimentOf(id);
  return [...new Set(planTrials(experiment).map(({ cell }) => describeCell(cell)))];
}

/** Cells of each experiment at the published size; those in a study’s own languages are named `-stacks`. */
const published: Readonly<Record<StudyName, string>> = {
  // 24 tests, of 3 languages.
  'kth-2023': 'throughput 8, throughput-stacks 24',
  'kth-2024':
    'throughput 36, scalability 3, tls 6, throughput-stacks 36, scalability-stacks 3, tls-stacks 6',
  // 48 cells, half of them with each number of requests.
  'isep-2025':
    'performance-1000 24, performance-10000 24, energy-1000 24, energy-10000 24, dates 12',
  // Of 2 languages; there each protocol sent the file in one form.
  'edinburgh-2022': `sizes 6, large 6, database 6, concurrency 126, wire 3, memory 3, sizes-stacks 12,
    large-stacks 12, database-stacks 12, concurrency-stacks 252, wire-stacks 3, memory-stacks 6`,
  'vu-2020': `cases 20, reconnecting 10, sequential 3, reuse-stagger-new 4, reuse-stagger-shared 4,
    reuse-load-new 4, reuse-load-shared 4, interval-0ms 4, interval-100ms 4, interval-1s 4,
    fields 16, under-load 16`,
};

const all = studyNames.flatMap((study) =>
  published[study].split(/,\s+/).map((one) => {
    const [name = '', cells] = one.split(' ');
    return { study, name, id: `${study}/${name}`, cells: Number(cells) };
  }),
);

/** Allowed differences of a quick twin: how long, how often, how many. */
function withoutSize({ load, factors, data, ...rest }: Experiment) {
  const { fileBytes: _, ...sameData } = data as Record<string, unknown>;
  const { model } = load;
  const kept =
    load.model === 'plan'
      ? { model, schedule: load.schedule, form: load.form, setUp: load.setUp }
      : load.model === 'search'
        ? { model, method: load.method, of: load.of, from: load.from, flatten: load.flatten }
        : { model };
  const { name: _name, description: _description, ...settings } = rest;
  const { repetitions: _repetitions, untilDecided: _untilDecided, ...same } = settings;
  return { ...same, data: sameData, load: kept, factors: { ...factors, users: null } };
}

/** Experiments that measure speed, not memory, energy, bytes, or a level of load. */
const bySpeed =
  /\/(?:sizes|large|database|concurrency|dates|performance|tls)|kth-2024\/throughput|vu-2020/;

const levelsInTwin: Readonly<Record<string, readonly number[]>> = {
  'kth-2024/throughput': [2, 4, 8],
  'kth-2024/throughput-stacks': [2, 4, 8],
  'edinburgh-2022/concurrency': [10, 50, 200],
  'edinburgh-2022/concurrency-stacks': [10, 50, 200],
  'vu-2020/under-load': [1, 10, 50],
};

describe('the experiments of the studies', () => {
  it.each(studyNames)('of %s come at the published size, each with a quick twin', (study) => {
    const names = all.flatMap((one) => (one.study === study ? one.name : []));
    expect(namesOf(study).sort()).toEqual([...names, ...names.map((one) => `${one}-quick`)].sort());
  });

  it.each(all)('$id has $cells cells', ({ id, cells }) => {
    expect(cellsOf(id)).toHaveLength(cells);
  });

  it.each(all)('$id names its study, and tables that it has', ({ study, id }) => {
    for (const one of [id, `${id}-quick`]) {
      const named = experimentOf(one).study;
      expect(named?.name).toBe(study);
      expect(studyTables[study]).toEqual(expect.arrayContaining(named?.tables ?? []));
    }
  });

  it.each(all)('$id and its quick twin differ in size alone', ({ id }) => {
    const [full, quick] = [experimentOf(id), experimentOf(`${id}-quick`)];
    expect(withoutSize(quick)).toEqual(withoutSize(full));
    expect(quick.name).toBe(`${full.name} (quick)`);
    expect(quick.factors.users).toEqual(levelsInTwin[id] ?? full.factors.users);
    expect(cellsOf(`${id}-quick`).length).toBeLessThanOrEqual(36);
    const { untilDecided, repetitions } = quick;
    // What is compared by speed goes on until it is decided, for a minute; the studies' own procedure is that of the full size.
    expect(untilDecided?.within ?? 0).toBe(bySpeed.test(id) ? 60_000 : 0);
    expect(untilDecided ? 1 : repetitions).toBe(1);
    expect(full.untilDecided).toBeNull();
  });

  it('mark the line of each setting that a study left unstated', () => {
    // Those in the studies' own languages are like their base, which explains itself.
    for (const { id } of all.filter(({ id: one }) => !/(\/dates|-stacks)$/.test(one))) {
      expect(textOf(id), id).toContain('not stated');
    }
  });

  it('contain the concurrency of the Edinburgh study: 21 levels of 10,000 requests', () => {
    const { factors, load } = experimentOf('edinburgh-2022/concurrency');
    expect(factors.users).toHaveLength(21);
    expect(factors.users?.at(-1)).toBe(10_000);
    expect(load).toMatchObject({ model: 'closed', requests: 10_000 });
  });

  it('repeat each cell of the ISEP study ten times', () => {
    expect(planTrials(experimentOf('isep-2025/performance-10000'))).toHaveLength(240);
  });
});
