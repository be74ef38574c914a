import { describe, expect, it } from 'vitest';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { RunHead } from '../../../contracts/result.ts';
import { environment, makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { buildDocument } from '../../report/document.ts';
import { type WantedRun, whyAgain } from './done.ts';

const text =
  'wirebench: 1\nname: Example\nfactors: {protocol: [rest]}\nload: {model: closed, duration: 1s}\n';
const wanted: WantedRun = { text, environment, stacks: new Set(['node', 'go']) };

function kept(head: Partial<RunHead>, trials: readonly Partial<TrialResult>[] = [{}]) {
  const results = trials.map((part, index) => makeResult(`trial-${index}`, part));
  return buildDocument(makeHead({ id: 'run', experiment: text, ...head }), results);
}

const skipped = (stack: 'go' | 'java'): Partial<TrialResult> => ({
  status: 'skipped',
  cell: makeCell({ stack }),
});

describe('an experiment that a campaign has stored', () => {
  it('need not be measured again if the same text ran to its end on this machine', () => {
    expect(whyAgain(kept({}), wanted)).toBeNull();
    // Versions of other programs do not make it another machine.
    expect(whyAgain(kept({ environment: { ...environment, node: 'v24.9.0' } }), wanted)).toBeNull();
  });

  it('is measured again if its text or cut, or the machine is another', () => {
    expect(whyAgain(kept({ experiment: text.replace('1s', '2s') }), wanted)).toMatch(/settings/);
    expect(whyAgain(kept({ environment: { ...environment, cores: 8 } }), wanted)).toMatch(
      /machine/,
    );
  });

  it('is measured again if it was interrupted or if a trial failed', () => {
    expect(whyAgain(kept({ status: 'stopped' }), wanted)).toMatch(/not run to its end/);
    expect(whyAgain(kept({}, [{}, { status: 'failed' }]), wanted)).toMatch(/failed/);
    expect(whyAgain(kept({}, []), wanted)).toMatch(/none of its trials/);
  });

  it('is measured again if a stack that it lacked is built now', () => {
    expect(whyAgain(kept({}, [{}, skipped('java')]), wanted)).toBeNull();
    expect(whyAgain(kept({}, [{}, skipped('go')]), wanted)).toMatch(/stack/);
  });
});
