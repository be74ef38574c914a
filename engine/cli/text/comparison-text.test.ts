import { expect, it } from 'vitest';
import { trialsOf } from '../../../tests/support/made-finding.ts';
import { makeHead } from '../../../tests/support/records.ts';
import { compareRuns } from '../../report/compare/report.ts';
import { drawComparison } from './comparison-text.ts';

function run(
  id: string,
  rps: readonly number[],
  protocols: readonly ('rest' | 'soap')[] = ['rest'],
) {
  const cells = protocols.map((protocol) => [{ protocol, users: 10 }, rps] as const);
  return { head: makeHead({ id, name: `Run ${id}` }), trials: trialsOf(cells) };
}
const iterations = (id: string) => {
  const plan = run(id, [20, 21]);
  return { ...plan, trials: plan.trials.map((one) => ({ ...one, counts: 'iterations' as const })) };
};
const other = run('bbbb', [1800, 1820, 1790], ['rest', 'soap']);
const environment = { ...other.head.environment, cpu: 'Fast\u001b[31m' };
const elsewhere = { ...other, head: { ...other.head, environment } };

it.each([
  ['what was compared, differs and was found', run('aaaa', [1000, 1010, 990]), [elsewhere]],
  ['the unit of each value where they differ', run('aaaa', [1000, 1010]), [iterations('b')]],
  ['the unit of both', iterations('a'), [iterations('b')]],
  ['single trials and several runs', run('a', [1000]), [run('b', [1500]), run('c', [0])]],
  ['that no cells match', run('a', [1]), [run('b', [1], ['soap'])]],
])('shows %s', (_what, baseline, others) => {
  const text = drawComparison(compareRuns(baseline, others, ['throughput']));
  // The time of day there is that of the machine.
  expect(text.replaceAll(/\d+ \w+ 2026, [\d:]+/g, 'DAY, TIME')).toMatchSnapshot();
});
