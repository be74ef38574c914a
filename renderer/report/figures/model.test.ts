import { expect, it } from 'vitest';
import type { MachineResult, TrialResult } from '../../../contracts/measurement.ts';
import type { ReportFigure } from '../../../contracts/report.ts';
import type { WatchedMachine } from '../../../contracts/watched.ts';
import { figureChoices } from '../../../engine/report/choices.ts';
import { buildDocument } from '../../../engine/report/document.ts';
import { statisticsOfReport } from '../../../engine/report/statistics/of-report.ts';
import { fileColumns } from '../../../metrics/trial-columns.ts';
import { watchedColumns, watchedRows } from '../../../metrics/watched-columns.ts';
import { makeCell, makeHead, makeResult, makeRound } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { scriptedEncoded } from '../../../tests/support/scripted-encoded.ts';
import { figureModel } from './model.ts';

const documentOf = (trials: readonly TrialResult[]) =>
  buildDocument(makeHead({ id: 'run', name: 'Mine' }), [...trials]);
const choices = (type: ReportFigure['type'], trials: readonly TrialResult[]) =>
  figureChoices([documentOf(trials)]).filter(({ figure }) => figure.type === type);
/** The figures of a type that a report of these trials offers, and whether by default. */
const offered = (type: ReportFigure['type'], trials: readonly TrialResult[]) =>
  choices(type, trials).map(({ label, usual }) => [label, usual]);
const modelOf = (
  figure: ReportFigure,
  trials: readonly TrialResult[],
  more?: Parameters<typeof reportData>[1],
) => figureModel(figure, reportData([documentOf(trials)], more));

const plain = [makeResult('t')];
const machine = (name: string): MachineResult => ({
  name,
  cpu: 'any',
  cores: 4,
  workers: 3,
  throughputRps: 5,
  requests: { ok: 10, failed: 0, dropped: 0 },
  latencyMs: makeResult('t').latencyMs,
  client: { verdict: 'ok', reasons: [], cpuSeconds: 1, eventLoopUtilization: 0.25 },
  roundTripMs: 0.5,
  clockErrorMs: 0.25,
});
const machines = ['north', 'south'].map(machine);
const failure = { code: 'MACHINE_LOST', message: 'south fell silent' } as const;
const together = [
  makeResult('t0', { machines }),
  makeResult('t1', { machines, index: 1, status: 'failed', failure }),
];

it('offers machines by default if there were several, with a row for each in each trial, which shows losses', () => {
  expect(offered('machines', together)).toEqual([['Machines', true]]);
  expect(offered('machines', plain)).toEqual([]);
  expect(modelOf({ type: 'machines', runId: 'run' }, plain)).toBeNull();
  const model = modelOf({ type: 'machines', runId: 'run' }, together);
  const at = model?.table?.header.indexOf('Machine') ?? -1;
  expect(model?.table?.rows.map((row) => row[at])).toEqual(['north', 'south', 'north', 'south']);
  expect(model?.caption).toContain('south fell silent.');
  expect(model?.caption).toContain('Run “Mine”');
});

it('offers places if there are two, with a row for each', () => {
  const place = (name: string | null, of: string) => ({ ...machine(of), name, machines: [of] });
  const apart = [
    makeResult('t', { machines, places: [place('Oslo', 'north'), place(null, 'south')] }),
  ];
  expect(offered('places', apart)).toEqual([['Places', true]]);
  expect(offered('places', together)).toEqual([]);
  const { header = [], rows = [] } = modelOf({ type: 'places', runId: 'run' }, apart)?.table ?? {};
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  expect(column('Place')).toEqual(['Oslo', '–']);
  expect(column('Machines')).toEqual(['north', 'south']);
  expect(modelOf({ type: 'places', runId: 'run' }, together)).toBeNull();
});

const cells = (['small', 'typical', 'large'] as const).flatMap((shape) =>
  (['rest', 'soap', 'grpc'] as const).map((protocol) => makeCell({ protocol, shape })),
);
const sized = cells.map((cell, index) =>
  makeResult(`t${index}`, { index, cell, ...scriptedEncoded(cell) }),
);

it('offers the sizes of messages for each shape, the first by default, as bars by layer with their table', () => {
  const shapes = ['small', 'typical', 'large'];
  expect(offered('sizes', sized)).toEqual(
    shapes.map((shape) => [`Message sizes, ${shape}`, shape === 'small']),
  );
  expect(offered('sizes', plain)).toEqual([]);
  const model = modelOf({ type: 'sizes', runId: 'run', what: 'small' }, sized);
  expect(model?.chart?.legend.map(({ label }) => label)).toEqual(['Payload', 'Envelope']);
  const messages = ['REST', 'SOAP', 'gRPC'].flatMap((name) => [
    `${name} request`,
    `${name} answer`,
  ]);
  expect(model?.table?.rows.map(([, protocol, part]) => `${protocol} ${part}`)).toEqual(messages);
  // gRPC's five bytes before each message.
  expect(model?.table?.rows.at(-1)?.[4]).toBe(5);
  expect(model?.caption).toContain('Run “Mine”');
  expect(modelOf({ type: 'sizes', runId: 'run', what: 'stress' }, sized)).toBeNull();
});

it('offers gain over size in throughput and latency, the first by default if there are enough sizes', () => {
  expect(offered('size-gain', sized)).toEqual([
    ['Size and gain, throughput vs REST', true],
    ['Size and gain, p50 latency vs REST', false],
  ]);
  const rounds = [10, 20].map((users, index) => makeRound(index, 0, { kind: 'step', users }));
  for (const without of [
    sized.slice(0, 3),
    sized.filter(({ cell }) => cell.protocol === 'rest'),
    sized.map(({ encoded, ...rest }) => rest),
    sized.map((trial) => ({ ...trial, rounds })),
  ])
    expect(offered('size-gain', without)).toEqual([]);
});

it('draws gain over size as a scatter with its table, and nothing if the run no longer has its data', () => {
  const figures = choices('size-gain', sized).map(({ figure }) => figure);
  const drawn = (trials: readonly TrialResult[]) =>
    figures[0] &&
    modelOf(
      figures[0],
      trials,
      statisticsOfReport(figures, [documentOf(trials)], () => []),
    );
  const model = drawn(sized);
  expect(model?.stem).toBe('size-gain-throughput-rest');
  expect(model?.chart?.legend.map(({ label }) => label)).toEqual(['SOAP', 'gRPC']);
  expect(model?.caption).toContain('at 10 users · tls off · raw');
  expect(model?.caption).toContain('Run “Mine”');
  expect(model?.table?.rows).toHaveLength(6);
  expect(drawn(sized.filter(({ cell }) => cell.protocol === 'rest'))).toBeNull();
});

const usage = (mean: number, max: number) => ({ mean, max });
const monitored: WatchedMachine = {
  name: 'db',
  os: 'Darwin',
  cpu: 'any',
  cores: 4,
  memoryBytes: 8e9,
  clockErrorMs: 0.25,
  parts: [{ kind: 'process', name: 'postgres' }],
  missing: ['Sockets are not reported.'],
  measured: {
    looks: 5,
    cpuCores: usage(1.5, 2),
    memoryBytes: usage(3e9, 4e9),
    receivedPerSecond: usage(2_500_000, 3e6),
    sentPerSecond: null,
    sockets: null,
    parts: [{ cpuCores: usage(0.5, 1), memoryBytes: usage(1e8, 2e8) }],
  },
  points: [],
};
const unseen = { ...monitored, name: 'unseen', measured: null };
const two = makeResult('t0', { watched: [monitored, unseen] });

it('has a row for each monitored machine and selected part, and names what is missing', () => {
  const rows = watchedRows([two]);
  expect(rows.map(({ machine: name, what }) => `${name} ${what}`)).toEqual([
    'db whole machine',
    'db process postgres',
  ]);
  const columns = watchedColumns(rows);
  expect(
    rows.map((row) => Object.fromEntries(columns.map(({ id, value }) => [id, value(row)]))),
  ).toMatchObject([
    { cpu: 1.5, cpu_max: 2, memory_max: 4000, received: 2.5, sent: null, sockets_max: null },
    { cpu: 0.5, cpu_max: 1, memory_max: 200, received: null, sent: null, sockets_max: null },
  ]);
  expect(offered('watched', [two])).toEqual([['Beside the service', true]]);
  const model = modelOf({ type: 'watched', runId: 'run' }, [two]);
  expect(model?.table?.rows).toHaveLength(2);
  expect(model?.table?.header).toContain('Memory max (MB)');
  expect(model?.caption).toContain('db: Sockets are not reported.');
  const none = makeResult('t', { watched: [unseen] });
  expect(modelOf({ type: 'watched', runId: 'run' }, [none])).toBeNull();
});

it('writes monitored machines to files by machine, with gaps where data is missing', () => {
  const trials = [makeResult('one', { watched: [monitored] }), two, makeResult('none')];
  const values = (id: string) =>
    trials.map((trial) => fileColumns.find((one) => one.id === id)?.value(trial));
  expect(values('watched')).toEqual(['db', 'db; unseen', null]);
  expect(values('watched_cpu_cores')).toEqual([1.5, '1.5; ', null]);
  expect(values('watched_sent_bytes_per_s')).toEqual([null, '; ', null]);
});

it.each([1, 3])(
  'shows the intervals of comparisons if cells are repeated: %d times',
  (repetitions) => {
    const trials = (['rest', 'grpc'] as const).flatMap((protocol, place) =>
      Array.from({ length: repetitions }, (_, index) =>
        makeResult(`${protocol}-${index}`, {
          cell: makeCell({ protocol }),
          index: place * repetitions + index,
          repetition: index + 1,
          throughputRps: 1000 * (place + 1) + 10 * index,
        }),
      ),
    );
    const model = modelOf({ type: 'comparisons', runId: 'run' }, trials);
    const header = model?.table?.header ?? [];
    const shown = model?.shown?.map((at) => header[at]);
    const names = ['Throughput', 'Mean', 'p95'];
    const intervals = expect.arrayContaining(names.map((name) => `${name} (95 % interval)`));
    expect(header).toEqual(intervals);
    if (repetitions === 1) {
      const times = names.map((name) => `${name} (times)`);
      expect(shown).toEqual(['Compared', 'Where', ...times, 'Health']);
      expect(model?.caption).toContain('None has an interval.');
    } else {
      expect(shown).toEqual(intervals);
      expect(model?.caption).not.toContain('None has an interval');
    }
  },
);

it('names the trial of a heat map', () => {
  const varied = (['off', 'on'] as const).flatMap((tls) =>
    [10, 50].map((users) => makeCell({ tls, users })),
  );
  const trials = varied.flatMap((cell, at) =>
    [1, 2].map((repetition) => makeResult(`t${at}-${repetition}`, { cell, repetition })),
  );
  const columns = [{ startSeconds: 0, seconds: 1, counts: [3] }];
  const heatMaps = Object.fromEntries(trials.map(({ id }) => [id, { edgesMs: [1, 2], columns }]));
  const captions = trials.map(
    ({ id }) =>
      modelOf({ type: 'heat-map', runId: 'run', trialId: id }, trials, { heatMaps })?.caption,
  );
  expect(new Set(captions).size).toBe(trials.length);
  expect(captions[3]).toMatch(/^Latency over time, REST, no TLS, small, 50 users, repetition 2: /);
});
