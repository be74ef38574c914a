import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientKinds, protocols } from '../../../contracts/words.ts';
import { openLoad } from '../../support/loads.ts';
import { removeTestIdentities, startService, type TestService } from '../../support/service.ts';
import {
  assignment,
  startWorker,
  type TestWorker,
  type WorkerOutcome,
} from '../../support/worker.ts';

afterAll(removeTestIdentities);

const total = (outcomes: readonly WorkerOutcome[], of: (outcome: WorkerOutcome) => number) =>
  outcomes.reduce((sum, outcome) => sum + of(outcome), 0);

describe.each(protocols)('open load over %s', (protocol) => {
  let service: TestService;
  let workers: readonly [TestWorker, TestWorker];
  let before: number;
  beforeAll(async () => {
    service = await startService({ protocol });
    workers = [startWorker(), startWorker()];
  });
  beforeEach(async () => {
    before = (await service.measure()).requests;
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.end()));
    await service.stop();
  });

  describe.each(clientKinds)('%s', (client) => {
    it('sends every arrival once, over two workers', async () => {
      const cell = { protocol, client, shape: 'small', rate: 200, tls: 'off' } as const;
      // Ended by their number: what a busy machine has not sent when a time is over is dropped.
      const shared = { cell, load: openLoad({ rate: 200 }), workers: 2, requests: 100 };
      const outcomes = await Promise.all(
        workers.map((one, worker) => one.run(assignment(service, { ...shared, worker }))),
      );
      expect(outcomes.flatMap(({ messages }) => messages)).toEqual([]);
      expect(outcomes.map(({ done }) => [done.issued, done.dropped, done.abandoned])).toEqual([
        [100, 0, 0],
        [100, 0, 0],
      ]);
      expect(total(outcomes, ({ ok }) => ok)).toBe(200);
      expect((await service.measure()).requests - before).toBe(200);
    });

    it('sends Poisson arrivals until there were as many as wanted', async () => {
      const cell = { protocol, client, shape: 'small', rate: 500, tls: 'off' } as const;
      const load = openLoad({ rate: 500, arrivals: 'poisson' });
      const outcome = await workers[0].run(assignment(service, { cell, load, requests: 150 }));
      expect(outcome.messages).toEqual([]);
      expect([outcome.done.issued, outcome.ok]).toEqual([150, 150]);
      expect((await service.measure()).requests - before).toBe(150);
    });
  });
});
