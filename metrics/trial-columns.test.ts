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
