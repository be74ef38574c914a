import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeCell, makeResult } from '../../tests/support/records.ts';
import { makeFileRun, makeFileTrial, storeRun } from '../../tests/support/run-files.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openStore } from '../store/store.ts';
import { resultDocumentOf } from './report-data.ts';
import { RunOutcomes } from './run-outcomes.ts';

function storeWith(runs: number) {
  const store = openStore(join(temporaryFolder(), 'wirebench.db'));
  onTestFinished(() => store.close());
  for (let run = 0; run < runs; run++) {
    const trials = (['rest', 'grpc'] as const).map((protocol, index) => {
      const id = `run-${run}-${index}`;
      const planned = { index, cell: makeCell({ protocol, users: 10 }), repetition: 1 };
      return makeFileTrial(index, { id, planned, result: makeResult(id, planned) });
    });
    storeRun(
      store,
      makeFileRun({ id: `run-${run}`, status: 'completed', annotations: [], trials }),
    );
  }
  return store;
}

it('outcomes of runs is the finding of their results', () => {
  const store = storeWith(1);
  const finding = resultDocumentOf(store, 'run-0').analysis.finding;
  expect(new RunOutcomes(store).of('run-0')).toMatchObject({ sentences: finding?.sentences });
});

it('outcomes of runs is computed once for each run, and again when a saturation point is set by hand', () => {
  const store = storeWith(2);
  let reads = 0;
  const counting = {
    ...store,
    trialResults: (runId: string) => {
      reads += 1;
      return store.trialResults(runId);
    },
  };
  const outcomes = new RunOutcomes(counting);
  for (const id of ['run-0', 'run-1', 'run-0', 'run-1']) outcomes.of(id);
  expect(reads).toBe(2);
  store.setSaturation('run-0-0', 4);
  outcomes.of('run-0');
  outcomes.of('run-1');
  expect(reads).toBe(3);
});

it('outcomes of runs is computed again for a run that went on', () => {
  const store = storeWith(1);
  const outcomes = new RunOutcomes(store);
  const before = outcomes.of('run-0');
  store.resumeRun('run-0');
  expect(outcomes.of('run-0')).toBeNull();
  const planned = { index: 2, cell: makeCell({ protocol: 'rest', users: 10 }), repetition: 2 };
  store.addTrials('run-0', [{ id: 'run-0-2', planned }]);
  store.finishTrial('run-0-2', makeResult('run-0-2', planned));
  store.finishRun('run-0', 'completed', '2026-03-02T10:00:00.000Z');
  const after = outcomes.of('run-0');
  expect(after).not.toEqual(before);
  expect(after).toEqual(new RunOutcomes(store).of('run-0'));
});

it('outcomes of runs throws for a run that does not exist', () => {
  expect(() => new RunOutcomes(storeWith(0)).of('gone')).toThrow('No run has the id gone');
});
