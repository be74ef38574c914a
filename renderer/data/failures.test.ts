import { expect, it } from 'vitest';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { failureSentences } from './failures.ts';

const refused = (requests: number, protocol: 'rest' | 'soap' = 'rest') =>
  testTrial({
    cell: { protocol },
    failure: { code: 'TARGET_UNREACHABLE', message: `None of ${requests} requests succeeded` },
  });

it('ignores trials that did not fail, and reports each kind of failure once for each protocol; adds the hint', () => {
  expect(failureSentences([testTrial()])).toEqual([]);
  expect(failureSentences([refused(4), refused(16), refused(64), refused(2, 'soap')])).toEqual([
    'REST: None of 4 requests succeeded. 2 more trials failed the same way.',
    'SOAP: None of 2 requests succeeded.',
  ]);
  const failure = { code: 'SERVICE_DIED', message: 'It died.', hint: 'Try again' } as const;
  expect(failureSentences([testTrial({ failure }), testTrial({ failure })])).toEqual([
    'REST: It died. Try again. Another trial failed the same way.',
  ]);
});

it('reports the same failure of other trials only if it is the same', () => {
  const failed = (message: string) =>
    testTrial({ failure: { code: 'TARGET_UNEXPECTED', message } });
  expect(failureSentences([failed('HTTP status: moved'), failed('It was cut off')])).toEqual([
    'REST: HTTP status: moved. Another trial failed with the same code, TARGET_UNEXPECTED.',
  ]);
});
