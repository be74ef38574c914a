import { describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { type ComparedCell, compared } from '../../tests/support/compared-run.ts';

describe('our values', () => {
  const inventory = (stack: Cell['stack'], rps: number, part = {}): ComparedCell => ({
    cell: { protocol: 'rest', shape: 's', ...(stack && { stack }) },
    rps: [rps, rps],
    part,
  });
  /** Our throughput by the language that it is compared with. */
  const byLanguage = (cells: readonly ComparedCell[]) => {
    const found = compared('kth-2023', ['throughput'], 'inventory', cells);
    const [table] = found.tables;
    const figures = table?.table.values.flatMap(({ at, metric }, index) => {
      const ours = table.ours[index];
      return metric === 'rps' && ours ? [[at.language, ours.value]] : [];
    });
    const languages = table?.pairs.filter(({ dimension }) => dimension === 'language') ?? [];
    return { figures, languages, notes: table?.notes.join(' ') ?? '', run: found.run };
  };

  it('are compared with the published values of the same language where a run’s stack is among them', () => {
    const made = { runtime: 'Rust 1.95', libraries: {} };
    const { figures, languages, notes, run } = byLanguage([
      inventory('node', 1),
      inventory('java', 40),
      inventory('rust', 90, { made }),
    ]);
    expect(figures?.join(' ')).toBe('java,40 rust,90');
    const measured = languages.filter(({ ours }) => ours !== null);
    expect(measured.map((one) => one.compared)).toEqual(['Rust ÷ Java']);
    expect(measured[0]?.ours).toBeCloseTo(2.25, 9);
    expect(notes).toContain('Ours, in Java, Rust, stand beside the study’s of the same language.');
    expect(run.machine).toMatch(/Node\.js 24\.0\.0 for the client, .*Rust 1\.95 for services/);
  });

  it.each([
    [[inventory(undefined, 7)], 'on Node.js'],
    [[inventory('node', 7)], 'on Node.js'],
    [[inventory('go', 7), inventory('node', 8)], 'in Go'],
  ])('are compared with all languages where no stack is among them (%#)', (cells, services) => {
    const { figures, languages, notes } = byLanguage(cells);
    expect(figures?.join(' ')).toBe('java,7 python,7 rust,7');
    expect(languages).toEqual([]);
    expect(notes).toContain(`is no factor here: ours, ${services}, stand beside each.`);
  });

  const tlsOfRest = (found: ReturnType<typeof compared>) =>
    found.tables[0]?.pairs.find(
      ({ at, metric }) => at.protocol === 'rest' && metric === 'throughput',
    );

  it('are those of the study’s language where its tables have only one', () => {
    const cells = (['node', 'java'] as const).flatMap((stack) =>
      (['off', 'on'] as const).map((tls) => ({
        cell: { protocol: 'rest', shape: 'typical', tls, stack } as const,
        rps: [tls === 'off' ? 100 : stack === 'java' ? 50 : 90],
      })),
    );
    const found = compared('kth-2024', ['tls'], 'product', cells);
    expect(tlsOfRest(found)?.ours).toBeCloseTo(0.5, 9);
    expect(found.tables[0]?.notes).toContain('Only the run’s cells with Java are shown.');
    const alone = compared('kth-2024', ['tls'], 'product', cells.slice(0, 2));
    expect(tlsOfRest(alone)?.ours).toBeCloseTo(0.9, 9);
  });

  it('are missing where no trial was completed', () => {
    const { figures, notes, run } = byLanguage([
      inventory('java', 1, { status: 'skipped', window: { seconds: 0 } }),
    ]);
    expect([figures, notes, run.size]).toEqual([[], '', 'no completed trial']);
    expect(run.machine).toMatch(/Node\.js 24\.0\.0 for the client$/);
  });
});
