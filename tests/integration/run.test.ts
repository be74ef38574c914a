import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunEvent } from '../../contracts/engine-api.ts';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { openEngine } from '../../engine/api/engine.ts';
import { connectionLimits } from '../../engine/platform/limits.ts';
import { startWirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { smallExperiment } from '../support/experiments.ts';
import { descendants, isAlive } from '../support/processes.ts';

const runs = engineRuns();
const { follow, runToEnd } = runs;

/** Without the calls that compare the answers of protocols, which have separate tests. */
const plainly = 'equivalence: skip\n';

describe('the accounting of a run', () => {
  const fixture = (name: string) =>
    readFileSync(
      fileURLToPath(new URL(`../../fixtures/experiments/${name}.bench.yaml`, import.meta.url)),
      'utf8',
    );

  it.each([
    { tls: 'off', client: 'raw', users: '3', shapes: 'small, typical, large, stress' },
    { tls: 'on', client: 'raw', users: '3', shapes: 'small, echo:300000' },
    { tls: 'off', client: 'library', users: '3', shapes: 'small, echo:300000' },
  ])(
    'agrees with what the services counted: tls $tls, $client',
    async ({ tls, client, users, shapes }) => {
      // The quick twin with fewer users, and few requests, so that slow machines get through its large shapes too.
      const text = fixture('kth-2024/throughput-quick')
        .replace(/users: \[.*\]/, `users: [${users}]`)
        .replace(/shape: \[.*\]/, `shape: [${shapes}]`)
        .replace(/tls: \S+/, `tls: [${tls}]`)
        .replace(/client: \S+/, `client: [${client}]`)
        .replace(/warmUp: \S+/, 'warmUp: 200ms')
        .replace(/duration: \S+/, 'requests: 7')
        .replace(/repetitions: .*/, 'repetitions: 1')
        .concat(plainly);
      const document = await runToEnd(text);
      expect(resultDocumentSchema.parse(document)).toEqual(document);
      expect(document.run.status).toBe('completed');
      expect(document.trials).toHaveLength(3 * shapes.split(',').length);
      for (const { accounting, cell, requests, errors } of document.trials) {
        expect([cell.tls, cell.client]).toEqual([tls, client]);
        expect(errors).toEqual([]);
        expect(requests.failed).toBe(0);
        expect(accounting.succeeded).toBe(accounting.issued - accounting.abandoned);
        expect(accounting.serverCounted).toBe(accounting.issued);
        expect(
          accounting.warmUp + accounting.measured + accounting.drained + accounting.abandoned,
        ).toBe(accounting.issued);
      }
    },
    240_000,
  );

  it('measures exactly as many requests as were asked for, over several workers', async () => {
    const text = smallExperiment({ protocols: 'rest, grpc', users: '7', more: plainly })
      .replace('requests: 400', 'requests: 1001')
      .replace('workers: 1', 'workers: 3');
    const { trials } = await runToEnd(text);
    expect(trials.map(({ requests }) => requests)).toEqual([
      { ok: 1001, failed: 0, dropped: 0 },
      { ok: 1001, failed: 0, dropped: 0 },
    ]);
    expect(trials.map(({ client }) => client.workers)).toEqual([3, 3]);
  });
});

describe('a run in progress', () => {
  const isMeasuring = (event: RunEvent) =>
    event.type === 'point' && event.point.phase === 'measured' && event.point.ok > 0;

  it('marks the trial whose service died, names the errors, and runs the next cell on a fresh one', async () => {
    const text = smallExperiment({
      protocols: 'rest, grpc',
      duration: '5s',
      thinkTime: '4ms',
      more: plainly,
    });
    const { runId } = await runs.engine.client.runs.start({ text });
    let victim: number | undefined;
    await follow(runId, (event) => {
      if (victim === undefined && isMeasuring(event)) {
        const [service] = descendants(process.pid).filter(({ command }) =>
          command.includes('services/main'),
        );
        if (!service) throw new Error('no service runs');
        victim = service.pid;
        process.kill(victim, 'SIGSTOP');
      } else if (victim !== undefined && event.type === 'point' && event.point.ok === 0) {
        // By now every user waits for an answer; the service of the next cell is another one.
        if (isAlive(victim)) process.kill(victim, 'SIGKILL');
      }
    });
    const { run, trials } = await runs.engine.client.runs.get({ runId });
    expect(trials.map(({ status }) => status)).toEqual(['failed', 'completed']);
    expect(trials[0]?.failure?.code).toBe('SERVICE_DIED');
    expect(new Set(trials[0]?.errors.map(({ kind }) => kind))).toEqual(
      new Set(['reset', 'connect']),
    );
    expect(trials[1]?.requests.failed).toBe(0);
    expect(run.status).toBe('failed');
    expect(run.badCells).toEqual(['rest · small · 2 users · tls off · raw']);
  });
});

describe('before a run', () => {
  it('refuses more users than there are descriptors or ports, and says how many fit', async () => {
    const { descriptors, ports } = connectionLimits();
    const users = Math.min(99_999, Math.min(descriptors, ports) + 1);
    const start = runs.engine.client.runs.start({
      text: smallExperiment({ users: String(users) }),
    });
    await expect(start).rejects.toMatchObject({
      data: { code: 'USERS_EXCEED_LIMIT', message: expect.stringMatching(/at most \d+ users fit/) },
    });
    expect(await runs.engine.client.runs.list({ limit: 10 })).toEqual([]);
  });
});

describe('an engine that is killed in a round', () => {
  const inDatabase = <Value>(ask: (database: Database.Database) => Value): Value => {
    const database = new Database(`${runs.home}/wirebench.db`, { readonly: true });
    try {
      return ask(database);
    } finally {
      database.close();
    }
  };
  const count = (where: string) =>
    inDatabase((database) =>
      database.prepare(`SELECT count(*) FROM intervals ${where}`).pluck().get(),
    );

  it('leaves no service, a sound database, and an interrupted run with its rounds and seconds', async () => {
    const run = startWirebench(runs.home, ['run', '-', '--quiet']);
    onTestFinished(() => void run.child.kill('SIGKILL'));
    run.child.stdin.end(`wirebench: 1
name: Killed
factors: {protocol: rest}
load: {model: search, method: doubling, from: 1, to: 1000, flatten: 0%, round: 1500ms, settle: 0s}
workers: 1
`);
    const ofSecond = "WHERE json_extract(facts, '$.round') = 1";
    await expect.poll(() => count(ofSecond)).toBeGreaterThan(0);
    const children = descendants(run.child.pid ?? 0).map(({ pid }) => pid);
    expect(children.length).toBeGreaterThan(0);
    run.child.kill('SIGKILL');
    await run.ended;
    await expect.poll(() => children.some(isAlive)).toBe(false);

    const stored = count('');
    const { client, notices, close } = await openEngine({ home: runs.home });
    onTestFinished(() => close());
    expect(notices[0]?.text).toContain('interrupted');
    const [summary] = await client.runs.list({ limit: 1 });
    expect(summary?.status).toBe('interrupted');
    const { trials } = await client.runs.get({ runId: summary?.id ?? '' });
    const [trial] = trials;
    expect(trial?.status).toBe('interrupted');
    expect(trial?.requests.ok).toBeGreaterThan(0);
    expect(trial?.rounds).toMatchObject([
      {
        kind: 'discovery',
        users: 1,
        seconds: expect.closeTo(1.5),
        outcome: expect.stringMatching(/./),
      },
      { kind: 'discovery', users: 2 },
    ]);
    expect(await client.runs.series({ trialId: trial?.id ?? '' })).toHaveLength(Number(stored));
    expect(inDatabase((one) => one.pragma('integrity_check', { simple: true }))).toBe('ok');
  });
});
