import { describe, expect, it } from 'vitest';
import { compareLimits, comparisonReportSchema } from '../../../contracts/compare.ts';
import { wirebench } from '../../support/command-line.ts';
import { engineRuns } from '../../support/engine-runs.ts';

const experiment = (name: string, more = '', protocols = 'rest') => `wirebench: 1
name: ${name}
factors:
  protocol: [${protocols}]
  users: [2]
load:
  model: closed
  requests: 30
repetitions: 2
${more}`;

describe('comparing stored runs', () => {
  const runs = engineRuns();

  it('answers by window and command line, with curves and a trend', async () => {
    const first = await runs.runToEnd(experiment('Twice'));
    const second = await runs.runToEnd(experiment('Twice', 'connections: per-request\n'));
    const { compare } = runs.engine.client;
    const [a, b] = [first.run.id, second.run.id];

    const report = await compare.runs({ baseline: a, others: [b] });
    expect(report.rows).toHaveLength(1);
    expect(report.rows[0]?.metrics.map(({ baseline }) => baseline.trials)).toEqual(
      Array.from({ length: 7 }, () => 2),
    );
    expect(report.rows[0]?.metrics.every(({ interval }) => interval !== null)).toBe(true);
    expect(report.runs[1]?.differences[0]?.words).toBe('Connections: per-request vs per-user');

    const [cell] = report.rows.map(({ baseline }) => baseline);
    if (!cell) throw new Error('no cell');
    const curve = await compare.curve(cell);
    const measured = first.trials.reduce((sum, { requests }) => sum + requests.ok, 0);
    expect(curve).toMatchObject({ trials: 2, requests: measured, serviceCurve: null });
    const slowest = Math.max(...first.trials.map(({ latencyMs }) => latencyMs.max));
    expect(curve.curve.at(-1)).toEqual({ share: 1, ms: slowest });

    const trend = await compare.trend({ runId: b, metric: 'p50' });
    expect(trend.runs.map(({ id, sameExperiment }) => [id, sameExperiment])).toEqual([
      [a, false],
      [b, true],
    ]);
    expect(trend.cells[0]?.points.map(({ runId }) => runId)).toEqual([a, b]);

    const json = await wirebench(runs.home, ['compare', a, 'latest', '--metric', 'p50', '--json']);
    expect(json).toMatchObject({ code: 0, stderr: '' });
    const printed = comparisonReportSchema.parse(JSON.parse(json.stdout));
    expect(printed.rows[0]?.metrics).toEqual([
      expect.objectContaining({
        metric: 'p50',
        ratio: report.rows[0]?.metrics.find(({ metric }) => metric === 'p50')?.ratio,
      }),
    ]);
    const text = await wirebench(runs.home, ['compare', a, b]);
    expect(text.stdout).toContain('- Connections: per-request vs per-user (likely to matter)');
    expect(text.stdout).toMatch(/^rest · small · 2 users · tls off · raw .* 2\/2 /m);
  });

  it('refuses what cannot be compared, in words', async () => {
    const { run, trials } = await runs.runToEnd(experiment('Once', '', 'rest, grpc'));
    const { compare } = runs.engine.client;
    const refused = async (call: Promise<unknown>, code: string, words: string) =>
      expect(call).rejects.toMatchObject({
        data: { code, message: expect.stringContaining(words) },
      });
    const { id } = run;
    await refused(compare.runs({ baseline: id, others: [id] }), 'COMPARISON_INVALID', 'twice');
    const many = Array.from({ length: compareLimits.runs + 1 }, (_, index) => `run ${index}`);
    const all = compare.runs({ baseline: id, others: many });
    await refused(all, 'COMPARISON_INVALID', '9 runs exceed');
    const [rest, grpc] = ['rest', 'grpc'].map((protocol) =>
      trials.map(({ cell }) => cell).find((cell) => cell.protocol === protocol),
    );
    if (!rest || !grpc) throw new Error('no cell');
    const baseline = { runId: id, cell: rest };
    const other = { runId: id, cell: grpc };
    await refused(compare.cells({ baseline, others: [baseline] }), 'COMPARISON_INVALID', 'twice');
    const absent = { runId: id, cell: { ...rest, users: 99 } };
    await refused(compare.curve(absent), 'COMPARISON_INVALID', 'has no cell rest · small · 99');
    const cells = await compare.cells({ baseline, others: [other], metrics: ['throughput'] });
    expect(cells.rows[0]?.factors.map(({ words }) => words)).toEqual(['Protocol: grpc vs rest']);
    expect((await compare.runs({ baseline: id, others: [] })).runs[0]?.cells).toHaveLength(2);

    expect(await wirebench(runs.home, ['compare', id, 'nobody'])).toMatchObject({
      code: 2,
      stdout: '',
    });
  });
});
