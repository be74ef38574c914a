import { describe, expect, it } from 'vitest';
import { makeResult } from '../tests/support/records.ts';
import { columnText } from './columns.ts';
import { partColumns, partRows } from './part-columns.ts';

const { latencyMs } = makeResult('t', {});
const part = (name: string, ok: number, failed: number) => ({
  name,
  requests: { ok, failed },
  throughputRps: ok / 2,
  latencyMs: { ...latencyMs, p50: 1.5 },
  errors: [],
});

describe('the requests of mixes and flows', () => {
  it('have a row each, without latencies if none succeeded', () => {
    const rows = partRows([makeResult('t', { parts: [part('a', 10, 0), part('b', 0, 2)] })]);
    const said = rows.map((row) =>
      partColumns(rows)
        .filter(({ id }) => ['request', 'throughput', 'p50', 'ok', 'failed'].includes(id))
        .map((column) => columnText(column, row)),
    );
    expect(said).toEqual([
      ['a', '5.00', '1.50', '10', '0'],
      ['b', '0', '–', '0', '2'],
    ]);
    expect(partRows([makeResult('t', {})])).toEqual([]);
  });

  it('name their cell if there are several trials', () => {
    const rows = partRows(['t', 'u'].map((id) => makeResult(id, { parts: [part('a', 1, 0)] })));
    expect(partColumns(rows).map(({ id }) => id)).toContain('protocol');
    expect(partColumns(rows.slice(0, 1)).map(({ id }) => id)).not.toContain('protocol');
  });
});
