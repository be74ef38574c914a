import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultDocument } from '../../../contracts/result.ts';
import { engineRuns } from '../../support/engine-runs.ts';
import { missingPostgres, type Postgres, startPostgres } from '../../support/postgres.ts';
import { waitMs } from '../../support/timeouts.ts';

const { runToEnd } = engineRuns();

interface Wanted {
  readonly workload: string;
  readonly shape: string;
  readonly protocols?: string;
  readonly users?: number;
  readonly requests?: number;
  /** Additional lines of factors, and of the top level. */
  readonly factors?: string;
  readonly more?: string;
}

/** These tests are not about timeouts, and on a busy machine a request may take longer than the default. */
const experiment = (wanted: Wanted) => `wirebench: 1
name: Workloads
workload: ${wanted.workload}
factors:
  protocol: [${wanted.protocols ?? 'rest, soap, grpc'}]
  shape: [${wanted.shape}]
  users: [${wanted.users ?? 2}]
  ${wanted.factors ?? ''}
load: {model: closed, requests: ${wanted.requests ?? 20}, warmUp: 0s}
workers: 2
verify: all
timeout: ${waitMs}ms
${wanted.more ?? ''}`;

const kindsOf = (document: ResultDocument) =>
  document.trials.map(({ errors }) => errors.map(({ kind }) => kind));

/** Every request of every trial had a right answer. */
function expectSound(document: ResultDocument, trials: number): void {
  expect(document.run.status).toBe('completed');
  expect(document.trials).toHaveLength(trials);
  for (const { errors, requests, cell } of document.trials) {
    expect({ cell, errors }).toEqual({ cell, errors: [] });
    expect(requests.ok).toBeGreaterThan(0);
  }
}

describe('runs with a database', () => {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    if (missingPostgres === null) postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  const levels = missingPostgres === null ? ['none', 'sqlite', 'postgres'] : ['none', 'sqlite'];
  const factorOf = (some: readonly string[]) => `database: [${some.join(', ')}]`;
  const database = (more = '') => (postgres ? `database: {url: "${postgres.url}"${more}}` : '');

  it('team: the short message without and with a database, which is left as it was', async () => {
    const more = database();
    const factors = factorOf(levels);
    const wanted = { workload: 'team', shape: 'short', factors, more, protocols: 'rest' };
    expectSound(await runToEnd(experiment(wanted)), levels.length);
    const left = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'wirebench%'";
    if (postgres) await expect.poll(() => postgres?.query(left)).toEqual([]);
  });

  it.skipIf(missingPostgres !== null)('calls a pool that runs dry by its name', async () => {
    // One connection, a statement that reads many rows, and thirty who want it at once.
    const more = `data: {rowsRead: 50000, rowsHeld: 0}\n${database(', pool: 1, wait: 100ms')}`;
    const factors = factorOf(['postgres']);
    const wanted = { workload: 'team', shape: 'short', factors, more, users: 30, requests: 60 };
    const document = await runToEnd(experiment(wanted));
    expect(kindsOf(document)).toEqual([['pool'], ['pool'], ['pool']]);
  });
});
