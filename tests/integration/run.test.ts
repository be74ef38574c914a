import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunEvent } from '../../contracts/engine-api.ts';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { openEngine } from '../../engine/api/engine.ts';
import { connectionLimits } from '../../engine/platform/limits.ts';
import { startWirebench, wirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { smallExperiment } from '../support/experiments.ts';
import { descendants, isAlive } from '../support/processes.ts';

const runs = engineRuns();
const { follow, runToEnd } = runs;

/** Without the calls that compare the answers of protocols, which have separate tests. */
const plainly = 'equivalence: skip\n';
const endless = smallExperiment({ duration: '1h', thinkTime: '4ms', more: plainly });

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

  it('can skip a cell and continue with the next', async () => {
    const { runId } = await runs.engine.client.runs.start({ text: endless });
    const skipped = new Set<number>();
    const events = await follow(runId, async (event) => {
      if (event.type !== 'point' || skipped.has(event.point.trial) || !isMeasuring(event)) return;
      skipped.add(event.point.trial);
      await runs.engine.client.runs.skip({ runId });
    });
    const { run, trials } = await runs.engine.client.runs.get({ runId });
    expect(trials.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped']);
    expect(run.status).toBe('completed');
    expect(events[0]?.type).toBe('snapshot');
    expect(events.at(-1)?.type).toBe('end');
  });

  it('is the only one', async () => {
    const { runId } = await runs.engine.client.runs.start({ text: endless });
    await expect(runs.engine.client.runs.start({ text: endless })).rejects.toMatchObject({
      data: { code: 'RUN_BUSY' },
    });
    await runs.engine.client.runs.stop({ runId });
    await follow(runId);
  });

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

  it('asks for a confirmation of hosts that are not this machine', async () => {
    const text = smallExperiment({
      protocols: 'rest',
      more: 'target: {rest: "http://bench.example:8080"}',
    });
    await expect(runs.engine.client.runs.start({ text })).rejects.toMatchObject({
      data: { code: 'HOST_NOT_CONFIRMED' },
    });
    expect((await runs.engine.client.experiments.check({ text })).plan?.unconfirmedHosts).toEqual([
      'bench.example',
    ]);
    await runs.engine.client.hosts.confirm({ host: 'bench.example' });
    expect((await runs.engine.client.experiments.check({ text })).plan?.unconfirmedHosts).toEqual(
      [],
    );
  });
});

describe('an engine that is killed in the middle of a trial', () => {
  it('leaves no service, a sound database, and a run shown as interrupted with its intervals', async () => {
    const run = startWirebench(runs.home, ['run', '-', '--quiet']);
    onTestFinished(() => void run.child.kill('SIGKILL'));
    run.child.stdin.end(endless);
    const rows = () => {
      const database = new Database(`${runs.home}/wirebench.db`, { readonly: true });
      try {
        return (database.prepare('SELECT count(*) AS n FROM intervals').get() as { n: number }).n;
      } finally {
        database.close();
      }
    };
    await expect.poll(rows).toBeGreaterThan(2);
    const children = descendants(run.child.pid ?? 0).map(({ pid }) => pid);
    expect(children.length).toBeGreaterThan(0);
    run.child.kill('SIGKILL');
    await run.ended;
    await expect.poll(() => children.some(isAlive)).toBe(false);

    const stored = rows();
    const reopened = await openEngine({ home: runs.home });
    try {
      expect(reopened.notices[0]?.text).toContain('interrupted');
      const [summary] = await reopened.client.runs.list({ limit: 1 });
      expect(summary?.status).toBe('interrupted');
      const document = await reopened.client.runs.get({ runId: summary?.id ?? '' });
      const [trial] = document.trials;
      expect(trial?.status).toBe('interrupted');
      expect(trial?.requests.ok).toBeGreaterThan(0);
      expect(await reopened.client.runs.series({ trialId: trial?.id ?? '' })).toHaveLength(stored);
    } finally {
      await reopened.close();
    }
    const database = new Database(`${runs.home}/wirebench.db`, { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });

  it('is seen by the command line as well', async () => {
    const run = startWirebench(runs.home, ['run', '-']);
    onTestFinished(() => void run.child.kill('SIGKILL'));
    run.child.stdin.end(endless);
    await run.until('stderr', /running/);
    run.child.kill('SIGKILL');
    await run.ended;
    const listed = await wirebench(runs.home, ['list']);
    expect(listed.stdout).toContain('interrupted');
  });
});

describe('an engine that is killed in a round', () => {
  it('keeps the rounds before it and the seconds of that one', async () => {
    const run = startWirebench(runs.home, ['run', '-', '--quiet']);
    onTestFinished(() => void run.child.kill('SIGKILL'));
    run.child.stdin.end(`wirebench: 1
name: Killed
factors: {protocol: rest}
load: {model: search, method: doubling, from: 1, to: 1000, flatten: 0%, round: 1500ms, settle: 0s}
workers: 1
`);
    const count = () => {
      const database = new Database(`${runs.home}/wirebench.db`, { readonly: true });
      try {
        const sql = `SELECT count(*) FROM intervals WHERE json_extract(facts, '$.round') = 1`;
        return database.prepare(sql).pluck().get();
      } finally {
        database.close();
      }
    };
    await expect.poll(count).toBeGreaterThan(0);
    run.child.kill('SIGKILL');
    await run.ended;
    const reopened = await openEngine({ home: runs.home });
    try {
      const [summary] = await reopened.client.runs.list({ limit: 1 });
      const { trials } = await reopened.client.runs.get({ runId: summary?.id ?? '' });
      const rounds = trials[0]?.rounds ?? [];
      expect(trials[0]?.status).toBe('interrupted');
      expect(rounds[0]).toMatchObject({
        kind: 'discovery',
        users: 1,
        seconds: expect.closeTo(1.5),
      });
      expect(rounds[1]).toMatchObject({ kind: 'discovery', users: 2 });
      expect(rounds[0]?.outcome).not.toBe('');
    } finally {
      await reopened.close();
    }
  });
});
