import { describe, expect, it } from 'vitest';
import { factorNames } from '../contracts/experiment/factors.ts';
import { makeCell, makeResult } from '../tests/support/records.ts';
import { columnText, shortTitle, titleOf } from './columns.ts';
import { errorsText, fileColumns, inFile, trialColumns } from './trial-columns.ts';

/** Two trials that differ in their environment only. */
const paired = (['none', '30ms'] as const).map((network, index) =>
  makeResult(`t${index}`, {
    index,
    cell: makeCell({ network, gateway: index === 0 ? 'off' : 'on', database: 'none' }),
  }),
);
const titles = (...parts: Parameters<typeof trialColumns>) => trialColumns(...parts).map(titleOf);

/** The value of each column of the file, by its name, where it is not the same as of a plain trial. */
function beyondPlain(part: Parameters<typeof makeResult>[1]): Record<string, unknown> {
  const [plain, trial] = [makeResult('t'), makeResult('t', part)];
  return Object.fromEntries(
    fileColumns.flatMap(({ id, value }) =>
      value(trial) === value(plain) ? [] : [[id, value(trial)]],
    ),
  );
}

describe('the columns of trials', () => {
  it('distinguish cells by every factor that the experiment lists', () => {
    const plain = ['Protocol', 'Shape', 'Users', 'TLS', 'Client'];
    expect(titles(paired, ['cell'])).toEqual([...plain, 'Gateway', 'Database', 'Network']);
    expect(titles([makeResult('t')], ['cell'])).toEqual(plain);
    const { users: _users, ...cell } = makeCell({ rate: 50 });
    const open = makeResult('t', { cell });
    expect(titles([open], ['cell'])).toContain('Rate (req/s)');
  });

  it('give paired trials different rows', () => {
    const rows = paired.map((trial) =>
      trialColumns(paired, ['cell']).map((column) => columnText(column, trial)),
    );
    expect(rows[0]).toEqual(['REST', 'small', '10', 'no TLS', 'raw', 'off', 'none', 'none']);
    expect(rows[1]).toEqual(['REST', 'small', '10', 'no TLS', 'raw', 'on', 'none', '30ms']);
  });

  it('have every factor in the file, each once', () => {
    const names = fileColumns.map(({ id }) => (id === 'rate_rps' ? 'rate' : id));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining([...factorNames]));
  });

  it('have a new factor at the end of the file, so that the earlier ones keep their positions', () => {
    const toy = { id: 'toy', header: 'Toy', value: () => null };
    const placed = inFile([]);
    const appended = fileColumns.slice(placed.length);
    expect(inFile([toy, ...fileColumns])).toEqual([...placed, toy, ...appended]);
  });

  it('name throughput by the unit of work', () => {
    const trial = makeResult('t', { counts: 'iterations' });
    const [column] = trialColumns([trial], ['throughput_rps']);
    const shown = column && [titleOf(column), shortTitle(column)];
    expect(shown).toEqual(['Throughput (iterations/s)', 'iterations/s']);
  });

  it('have no latency if nothing succeeded', () => {
    const dead = makeResult('t', { requests: { ok: 0, failed: 7, dropped: 0 } });
    const [column] = trialColumns([dead], ['latency_p99_ms']);
    expect(column?.value(dead)).toBeNull();
    expect(column && columnText(column, dead)).toBe('–');
  });

  it('write errors in one line', () => {
    const error = { kind: 'status', code: '503', count: 3, message: '' } as const;
    const errors = [error, { ...error, kind: 'timeout', code: '', count: 1 } as const];
    expect(errorsText({ errors })).toBe('3 × status 503; 1 × timeout');
  });
});

describe('the columns of the file', () => {
  it('have the measurements of a trial', () => {
    const values = Object.fromEntries(
      fileColumns.map(({ id, value }) => [id, value(makeResult('t'))]),
    );
    expect(values).toMatchObject({
      ...{ trial_id: 't', trial_index: 0, repetition: 1, status: 'completed', window_s: 10 },
      ...{ started_at: '2026-03-01T10:00:00.000Z', ended_at: '2026-03-01T10:00:12.000Z' },
      ...{ requests_ok: 40_000, requests_failed: 0, error_share: 0, throughput_rps: 4000 },
      ...{ latency_mean_ms: 2.5, latency_p999_ms: 9, service_max_ms: 12.5, service_stddev_ms: 0.5 },
      ...{ bytes_sent: 4_000_000, bytes_received: 12_000_000, client_cpu_s: 6, client_gc_ms: 12 },
      ...{ client_event_loop_utilization: 0.6, client_lag_ms: 1.5, client_workers: 1 },
      ...{ server_cpu_s: 8, server_rss_peak_bytes: 90_000_000, server_heap_peak_bytes: 30_000_000 },
      ...{
        issued: 42_000,
        finished_warm_up: 1990,
        finished_measured: 40_000,
        finished_drained: 10,
      },
      ...{ abandoned: 0, succeeded: 42_000, server_counted: 42_000, counts: 'requests' },
    });
  });

  it.each<[string, Parameters<typeof makeResult>[1], Record<string, unknown>]>([
    [
      'a failure',
      { status: 'failed', failure: { code: 'SERVICE_DIED', message: 'gone' }, server: null },
      {
        ...{ status: 'failed', failure_code: 'SERVICE_DIED', failure_message: 'gone' },
        ...{ server_cpu_s: null, server_rss_peak_bytes: null, server_heap_peak_bytes: null },
        server_event_loop_utilization: null,
      },
    ],
    [
      'thresholds',
      {
        thresholds: [
          { rule: 'a', passed: true, actual: 1 },
          { rule: 'b', passed: false, actual: 1 },
        ],
      },
      { thresholds_passed: 'false' },
    ],
    [
      'passed thresholds',
      { thresholds: [{ rule: 'a', passed: true, actual: 1 }] },
      { thresholds_passed: 'true' },
    ],
    [
      'a service elsewhere',
      { serviceOn: { name: 'lab', cores: 8, roundTripMs: 0.5 } as never },
      { service_on: 'lab', service_on_cores: 8, service_on_round_trip_ms: 0.5 },
    ],
    [
      'a warm-up of its own',
      { warmUp: { seconds: 2.5, ended: 'steady' } },
      { warm_up_s: 2.5, warm_up_ended: 'steady' },
    ],
    [
      'energy',
      {
        energy: {
          ...{
            source: 'rapl',
            joules: 10,
            baselineJoules: 20,
            joulesPerRequest: 0.5,
            intervalMs: 100,
          },
          processes: [
            { who: 'client', joules: 4 },
            { who: 'rest', joules: 6 },
          ],
          ...{ samples: 7, wattsPerCore: null, flags: ['short', 'idle'] },
        },
      },
      {
        ...{
          energy_source: 'rapl',
          energy_j: 10,
          energy_baseline_j: 20,
          energy_per_request_j: 0.5,
        },
        ...{ energy_client_j: 4, energy_rest_j: 6, energy_interval_ms: 100, energy_samples: 7 },
        energy_flags: 'short; idle',
      },
    ],
  ])('have %s', (_what, part, values) => {
    expect(beyondPlain(part)).toEqual(values);
  });

  it('have watched machines, several in one field', () => {
    const figure = (mean: number) => ({ mean, max: 2 * mean });
    const measured = {
      ...{ cpuCores: figure(1), memoryBytes: figure(10), receivedPerSecond: figure(100) },
      ...{ sentPerSecond: figure(1000), sockets: null, looks: 3, parts: [] },
    };
    const one = { name: 'one', measured };
    expect(beyondPlain({ watched: [one] as never })).toEqual({
      ...{
        watched: 'one',
        watched_cpu_cores: 1,
        watched_cpu_cores_max: 2,
        watched_memory_max_bytes: 20,
      },
      ...{ watched_received_bytes_per_s: 100, watched_sent_bytes_per_s: 1000 },
    });
    const two = { name: 'two', measured: null };
    expect(beyondPlain({ watched: [one, two] as never })).toMatchObject({
      ...{ watched: 'one; two', watched_cpu_cores: '1; ', watched_cpu_cores_max: '2; ' },
    });
    expect(beyondPlain({ watched: [two] as never })).toEqual({ watched: 'two' });
  });
});
