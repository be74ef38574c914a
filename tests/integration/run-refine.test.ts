import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joinStore } from '../../engine/store/store.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { storeRun } from '../support/run-files.ts';
import { sampleRun } from '../support/sample-run-file.ts';

const runs = engineRuns();

const text = (repetitions: string) => `wirebench: 1
name: Refined
factors: {protocol: [rest, rest-h2], shape: small, users: 2}
load: {model: closed, warmUp: 0s, requests: 100, thinkTime: 1ms}
repetitions: ${repetitions}
`;

const untilDecided = text('{until: decided, atMost: 3}');

it('goes on with its results, under its id, with whole repetitions of all cells', async () => {
  const before = await runs.runToEnd(untilDecided);
  const { id } = before.run;
  expect(before.trials).toHaveLength(6);
  await runs.engine.client.runs.refine({ runId: id, seconds: 1 });
  const events = await runs.follow(id);
  const decisions = events.flatMap((event) =>
    event.type === 'snapshot' ? (event.progress.decision ?? []) : [],
  );
  // What was known before is shown from the start.
  expect(decisions[0]?.history.at(-1)?.repetitions).toBe(3);
  const after = await runs.engine.client.runs.get({ runId: id });
  expect(after.run).toMatchObject({ id, status: 'completed', startedAt: before.run.startedAt });
  expect(after.trials.slice(0, 6)).toEqual(before.trials);
  expect(after.run.plannedTrials).toBe(after.trials.length);
  const repetitions = Map.groupBy(after.trials, ({ repetition }) => repetition);
  expect([...repetitions.keys()]).toEqual([...repetitions.keys()].map((_key, index) => index + 1));
  expect(repetitions.size).toBeGreaterThan(3);
  for (const own of repetitions.values()) {
    expect(own.map(({ cell }) => cell.protocol).sort()).toEqual(['rest', 'rest-h2']);
  }
  expect(new Set(after.run.warnings).size).toBe(after.run.warnings.length);
  expect((await runs.engine.client.runs.list({})).map((run) => run.id)).toEqual([id]);
});

it('is refused where the number of repetitions was fixed, and to runs of another machine', async () => {
  const { client } = runs.engine;
  const refused = (runId: string) => expect(client.runs.refine({ runId, seconds: 1 })).rejects;
  const fixed = await runs.runToEnd(text('1'));
  await refused(fixed.run.id).toMatchObject({
    data: {
      code: 'RUN_NOT_EXTENDABLE',
      message: 'The number of repetitions of this run was fixed.',
    },
  });
  const store = joinStore(join(runs.home, 'wirebench.db'));
  storeRun(store, sampleRun('elsewhere', untilDecided));
  store.close();
  await refused('elsewhere').toMatchObject({
    data: {
      code: 'RUN_NOT_EXTENDABLE',
      message: expect.stringMatching(/^This run was measured where the .* was .*, and here it is /),
    },
  });
  await refused('none').toMatchObject({ data: { code: 'RUN_NOT_FOUND' } });
});
