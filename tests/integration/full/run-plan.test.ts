import { describe, expect, it } from 'vitest';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { PlanResult } from '../../../contracts/plan.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { protocols } from '../../../contracts/words.ts';
import { engineRuns } from '../../support/engine-runs.ts';

const runs = engineRuns();

interface Settings {
  readonly protocols?: string;
  readonly shapes: string;
  readonly load?: string;
  readonly more?: string;
  readonly network?: string;
  /** Lines of additional factors. */
  readonly factors?: string;
  readonly iterations?: number;
}

function experiment(settings: Settings): string {
  const { protocols = 'rest', shapes, load = '', more = '', network = 'none' } = settings;
  const { iterations = 4, factors = '' } = settings;
  return `wirebench: 1
name: Plans
workload: delivery
factors:
  protocol: [${protocols}]
  shape: [${shapes}]
  network: ['${network}']
  ${factors}
load: {model: plan, iterations: ${iterations}, interval: 5ms${load}}
equivalence: skip
${more}`;
}

async function run(settings: Settings) {
  const document = await runs.runToEnd(experiment(settings));
  expect(resultDocumentSchema.parse(document)).toEqual(document);
  expect(document.run.status).toBe('completed');
  for (const trial of document.trials) expectSound(trial);
  return document;
}

function planOf({ plan }: TrialResult): PlanResult {
  if (!plan) throw new Error('the trial has no plan');
  return plan;
}

function expectSound(trial: TrialResult): void {
  const { accounting, requests, errors, latencyMs } = trial;
  const plan = planOf(trial);
  expect(errors).toEqual([]);
  expect(requests).toEqual({ ok: plan.iterations, failed: 0, dropped: 0 });
  const { warmUp, measured, drained, abandoned, issued } = accounting;
  expect(warmUp + measured + drained + abandoned).toBe(issued);
  // The service counts requests, of which an iteration has several.
  expect(accounting.serverCounted).toBe(plan.sent);
  const { durationUs, setUpUs, requests: counts } = plan.samples;
  expect([durationUs.length, setUpUs.length, counts.length]).toEqual(Array(3).fill(requests.ok));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(plan.requests);
  // Within the three digits of the histogram.
  expect(Math.max(...durationUs) / 1000 / latencyMs.max).toBeCloseTo(1, 2);
}

/** The plan's results of each cell, by protocol and use case. */
function shown(trials: readonly TrialResult[]) {
  return Object.fromEntries(
    trials.map((trial) => {
      const { requestsPerIteration, roundTrips, socketsOpened } = planOf(trial);
      const ranges = [requestsPerIteration, roundTrips].map(({ min, max }) => [min, max]);
      return [`${trial.cell.protocol} ${trial.cell.shape}`, [...ranges.flat(), socketsOpened]];
    }),
  );
}

describe('iterations of use cases', () => {
  it('send the requests that they consist of, over every protocol', async () => {
    const { trials, analysis } = await run({
      iterations: 2,
      protocols: protocols.join(', '),
      shapes: 'case-1-user, case-1-delivery, case-2a, case-2b, case-3a, case-3b',
    });
    expect(trials).toHaveLength(6 * protocols.length);
    for (const protocol of protocols) {
      // HTTP/1.1 opens a connection for each request of the widest stage.
      const widest = (requests: number) => (protocolFacts[protocol].multiplexed ? 2 : 2 * requests);
      expect(shown(trials)).toMatchObject({
        [`${protocol} case-1-user`]: [1, 1, 1, 1, 2],
        [`${protocol} case-1-delivery`]: [1, 1, 1, 1, 2],
        [`${protocol} case-2a`]: [1, 1, 1, 1, 2],
        [`${protocol} case-2b`]:
          protocol === 'graphql' ? [1, 1, 1, 1, 2] : [30, 30, 4, 4, widest(12)],
        [`${protocol} case-3a`]: [3, 3, 1, 1, widest(3)],
        [`${protocol} case-3b`]: [3, 3, 3, 3, 2],
      });
    }
    expect(analysis.useCases).toHaveLength(6 * protocols.length);
    expect(analysis.useCases.every(({ countsAgree }) => countsAgree)).toBe(true);
  });

  it('exclude the warm-up from the results, and count its requests', async () => {
    const { trials } = await run({
      protocols: 'rest, grpc',
      shapes: 'case-3b',
      load: ', warmUpIterations: 3, setUp: outside',
      more: 'connections: {shared: 1}',
    });
    for (const trial of trials) {
      expect(trial.accounting).toMatchObject({ warmUp: 3, measured: 4, issued: 7 });
      expect(trial.plan).toMatchObject({ iterations: 4, requests: 12, sent: 21, socketsOpened: 1 });
    }
  });

  it('are kept when the run is stopped', async () => {
    const { client } = runs.engine;
    const text = experiment({ shapes: 'case-3b', iterations: 10_000 });
    const { runId } = await client.runs.start({ text });
    await runs.follow(runId, async (event) => {
      if (event.type === 'point' && event.point.ok > 0) await client.runs.stop({ runId });
    });
    const [trial] = (await client.runs.get({ runId })).trials;
    expect(trial?.status).toBe('stopped');
    expect(trial?.counts).toBe('iterations');
    expect(trial?.plan?.iterations).toBeGreaterThan(0);
    expect(trial?.plan?.iterations).toBe(trial?.requests.ok);
    expect(trial?.accounting.serverCounted).toBe(trial?.plan?.sent);
  });
});

describe('with 30 ms for a round trip', () => {
  it('use case 2.B takes four of them when staged, and thirty when one request follows the other', async () => {
    const medianOf = async (form: string) => {
      const { trials, analysis } = await run({
        iterations: 1,
        shapes: 'case-2b',
        load: `, form: ${form}, setUp: inside, warmUpIterations: 1`,
        more: 'connections: {shared: 12}',
        network: '30ms',
      });
      expect(trials.map(({ plan }) => plan?.requestsPerIteration)).toEqual([{ min: 30, max: 30 }]);
      expect(analysis.useCases).toHaveLength(1);
      return analysis.useCases[0]?.medianMs ?? 0;
    };
    const [staged, sequential] = [await medianOf('staged'), await medianOf('sequential')];
    expect(staged).toBeGreaterThanOrEqual(4 * 30);
    expect(sequential).toBeGreaterThanOrEqual(30 * 30);
    expect(staged).toBeLessThan(sequential);
  });
});
