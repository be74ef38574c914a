import { describe, expect, it } from 'vitest';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { compareRuns } from '../../report/compare/report.ts';
import { drawComparison } from './comparison-text.ts';

function run(
  id: string,
  rps: readonly number[],
  protocols: readonly ('rest' | 'soap')[] = ['rest'],
) {
  const trials = protocols.flatMap((protocol) =>
    rps.map((throughputRps, index) =>
      makeResult(`${id}-${index}`, {
        cell: makeCell({ protocol }),
        repetition: index + 1,
        throughputRps,
      }),
    ),
  );
  return { head: makeHead({ id, name: `Run ${id}` }), trials };
}

describe('drawComparison', () => {
  it('says what was compared, what differs and what was found', () => {
    const baseline = run('aaaa', [1000, 1010, 990]);
    const other = run('bbbb', [1800, 1820, 1790], ['rest', 'soap']);
    const head = {
      ...other.head,
      environment: { ...other.head.environment, cpu: 'Fast\u001b[31m' },
    };
    const text = drawComparison(compareRuns(baseline, [{ ...other, head }], ['throughput']));
    expect(text).toMatch(/^baseline {2}aaaa .*\nrun 1 {5}bbbb /m);
    expect(text).toContain('- Different CPU: Fast [31m vs Example CPU 3000 (likely to matter)\n');
    expect(text).toMatch(
      /rest · small · .* 1,000 {5}1,803 {5}3\/3 {2}×1\.80 {3}1\.7\d to 1\.8\d {2}\+80\.3 % .* higher, better/,
    );
    expect(text).toContain(
      '- soap · small · 10 users · tls off · raw: in run 1, not in baseline\n',
    );
    expect(text).toContain("after Holm's correction for 1 test.");
  });

  it('shows the unit with each value where the sides count different things', () => {
    const requests = run('aaaa', [1000, 1010]);
    const plan = run('bbbb', [20, 21]);
    const trials = plan.trials.map((trial) => ({ ...trial, counts: 'iterations' as const }));
    const mixed = drawComparison(compareRuns(requests, [{ ...plan, trials }], ['throughput']));
    expect(mixed).toMatch(/^Throughput\ncell/m);
    expect(mixed).toMatch(
      /1,005 requests\/s {2}20\.5 iterations\/s {5}2\/2 .* different things counted/,
    );
    expect(mixed).not.toContain('×');
    const alike = { ...plan, trials };
    const plans = drawComparison(compareRuns(alike, [alike], ['throughput']));
    expect(plans).toContain('Throughput, iterations/s\n');
  });

  it('handles single trials, several runs, and runs without matching cells', () => {
    const one = drawComparison(
      compareRuns(run('a', [1000]), [run('b', [1500]), run('c', [0])], ['throughput']),
    );
    expect(one).toMatch(/run 1 .* 1\/1 {2} ×1\.5 .* – .* no interval/);
    expect(one).toMatch(/run 2 .* – +– +– +– {2}no interval/);
    expect(one).toContain('repeat the experiment to distinguish a difference from noise.');
    expect(one).toContain('No other difference is known between run 2 and the baseline.');
    const none = drawComparison(compareRuns(run('a', [1]), [run('b', [1], ['soap'])]));
    expect(none).toContain('No cell of these runs matches a cell of the baseline.');
  });
});
