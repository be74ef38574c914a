import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResultDocument } from '../../contracts/result.ts';
import { readExperiment } from '../../engine/experiment/read.ts';
import { Standby } from '../../engine/own-service/standby.ts';
import { startWirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { freePort } from '../support/free-port.ts';
import { listening, serverExperiment, serverFolder } from '../support/own-servers.ts';
import { isAlive } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();

async function start(text: string, folder: string): Promise<string> {
  const { client } = runs.engine;
  const { plan } = await client.experiments.check({ text, folder });
  for (const { key } of plan?.unconfirmedCommands ?? []) await client.commands.confirm({ key });
  return (await client.runs.start({ text, folder })).runId;
}

async function run(text: string, folder: string): Promise<ResultDocument> {
  const runId = await start(text, folder);
  await runs.follow(runId);
  return runs.engine.client.runs.get({ runId });
}

/** Processes that run in a folder. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return isAlive(pid) && environment.includes(`OWN_FOLDER=${folder}`);
      } catch {
        // Gone, or another user's.
        return false;
      }
    });
}

const command = (how = '') => `command: "node server.mjs {{port}} ${how}"`;
const env = (folder: string) => `env: {OWN_FOLDER: "${folder}", OWN_TOKEN: "\${OWN_TOKEN}"}`;
const only = (document: ResultDocument) => {
  const [trial] = document.trials;
  if (!trial) throw new Error('there is a trial');
  return trial;
};

describe('servers that Wirebench starts', () => {
  process.env.OWN_TOKEN = 'open sesame';

  it('are started afresh for each trial, measured, and gone afterwards with their log kept', async () => {
    const folder = serverFolder();
    const document = await run(
      serverExperiment(
        `{servers: {plain: {start: {${command()}, ${env(folder)}}}, busy: {start: {${command('burns')}, ${env(folder)}, ready: {log: listening}}}}}`,
        { factors: ', server: [plain, busy]', load: 'duration: 1500ms', more: 'repetitions: 2' },
      ),
      folder,
    );
    expect(document.trials.map(({ status, failure }) => [status, failure])).toEqual(
      Array(4).fill(['completed', null]),
    );
    expect(document.trials.map(({ cell }) => cell.server)).toEqual([
      ...['plain', 'plain'],
      ...['busy', 'busy'],
    ]);
    for (const { log, server, cell, accounting } of document.trials) {
      expect(log).toEqual([`token ••• in ${folder}`, 'listening']);
      expect(server?.cpuSeconds).toBeGreaterThan(0);
      expect(server?.rssPeakBytes).toBeGreaterThan(20_000_000);
      expect(server).toMatchObject({ heapPeakBytes: null, eventLoopUtilization: null });
      // Node has several threads, and its child equally many.
      expect(server?.threadsPeak).toBeGreaterThan(cell.server === 'busy' ? 8 : 4);
      expect(accounting.serverCounted).toBeNull();
    }
    expect(processesIn(folder)).toEqual([]);
  });

  it.each([
    ['one that ends', 'ends', 'within: 60s', /^The server ended with code 3 before it was ready$/],
    ['one that never listens', 'deaf', 'within: 1s', /^The server was not ready within 1 s: .*127/],
    ['one that does not say so', '', 'within: 1s, log: READY', /did not write “READY”$/],
    ['one whose health is unknown', '', 'within: 1s, health: true', /its gRPC health service at/],
    ['one with no page', '', 'within: 1s, http: "http://127.0.0.1:1/"', /did not answer with a/],
  ])('fail the trial with the reason and the log: %s', async (_which, how, ready, message) => {
    const folder = serverFolder();
    const target = `{start: {${command(how)}, ${env(folder)}, ready: {${ready}}}}`;
    const trial = only(await run(serverExperiment(target), folder));
    expect(trial).toMatchObject({ status: 'failed', failure: { code: 'SERVER_START_FAILED' } });
    expect(trial.failure?.message).toMatch(message);
    // A busy machine may not have reached its first line within a second.
    const log = trial.failure?.hint ?? 'token •••';
    expect(log).toContain(how === 'ends' ? 'no database' : 'token •••');
    expect(processesIn(folder)).toEqual([]);
  });

  it('fail the trial when there is no such program, or the port is taken', async () => {
    const folder = serverFolder();
    const none = only(
      await run(serverExperiment(`{start: {command: "./nothing-\${OWN_TOKEN}"}}`), folder),
    );
    expect(none.failure?.message).toContain('there is no program ./nothing-•••');
    const port = await freePort();
    const taken = `{start: {${command().replace('{{port}}', String(port))}, ${env(folder)}}, rest: "http://127.0.0.1:${port}"}`;
    const other = createServer().listen(port, '127.0.0.1');
    try {
      const trial = only(await run(serverExperiment(taken), folder));
      expect(trial.failure?.message).toContain('something already answers at 127.0.0.1:');
    } finally {
      other.close();
    }
  });

  it('fail the trial when they end during it, with the figures so far', async () => {
    const folder = serverFolder();
    const target = `{start: {${command('dies')}, ${env(folder)}}}`;
    const trial = only(await run(serverExperiment(target, { load: 'duration: 20s' }), folder));
    expect(trial).toMatchObject({
      status: 'failed',
      failure: {
        code: 'SERVER_DIED',
        message: 'The server ended with code 7 during the trial',
        hint: expect.stringContaining('out of luck'),
      },
    });
    expect(trial.requests.ok).toBeGreaterThan(0);
  });

  it('are killed with their remaining children if they outlive SIGTERM, and the trial says so', async () => {
    const folder = serverFolder();
    const stubborn = `{start: {${command('stubborn family')}, ${env(folder)}, grace: 300ms}}`;
    const trial = only(await run(serverExperiment(stubborn), folder));
    expect(trial.status).toBe('completed');
    expect(trial.notes).toContain(
      'The server did not end within 0.3 s of SIGTERM, and was ended by SIGKILL.',
    );
    expect(trial.log).toContain('not yet');
    const family = `{start: {${command('family')}, ${env(folder)}, grace: 300ms}}`;
    expect(only(await run(serverExperiment(family), folder)).notes).toContain(
      'The server left 1 process running 0.3 s after SIGTERM, which SIGKILL ended.',
    );
    expect(processesIn(folder)).toEqual([]);
  });

  it('are no longer waited for when the run is stopped', async () => {
    const folder = serverFolder();
    const target = `{start: {${command('deaf')}, ${env(folder)}}}`;
    const runId = await start(serverExperiment(target), folder);
    await expect.poll(() => processesIn(folder).length).toBe(1);
    await runs.engine.client.runs.stop({ runId });
    await runs.follow(runId);
    const document = await runs.engine.client.runs.get({ runId });
    expect(document.run.status).toBe('stopped');
    expect(only(document)).toMatchObject({ status: 'stopped', failure: null });
    expect(processesIn(folder)).toEqual([]);
  });

  it('end with an engine that is killed', async () => {
    const folder = serverFolder();
    const file = join(folder, 'own.bench.yaml');
    writeFileSync(
      file,
      serverExperiment(`{start: {${command('family')}, ${env(folder)}, grace: 300ms}}`, {
        load: 'duration: 1m',
      }),
    );
    const line = startWirebench(temporaryFolder(), ['run', file, '--allow-commands']);
    await line.until('stderr', /running/);
    await expect.poll(() => processesIn(folder).length).toBe(2);
    line.child.kill('SIGKILL');
    await line.ended;
    await expect.poll(() => processesIn(folder)).toEqual([]);
  });

  it('are started only with consent to the command, its folder and its environment', async () => {
    const folder = serverFolder();
    const text = serverExperiment(`{start: {${command()}, ${env(folder)}}}`);
    const { client } = runs.engine;
    const refused = { data: { code: 'COMMAND_NOT_CONFIRMED' } };
    await expect(client.runs.start({ text, folder })).rejects.toMatchObject(refused);
    const tried = async () => {
      for await (const _one of await client.ownService.try({ text, folder })) break;
    };
    await expect(tried()).rejects.toMatchObject(refused);
    const { plan } = await client.experiments.check({ text, folder });
    expect(plan?.unconfirmedCommands).toEqual([
      {
        key: expect.any(String),
        command: 'node server.mjs {{port}}',
        folder,
        env: [`OWN_FOLDER=${folder}`, `OWN_TOKEN=\${OWN_TOKEN}`],
      },
    ]);
    expect((await run(text, folder)).run.status).toBe('completed');
    expect((await client.experiments.check({ text, folder })).plan?.unconfirmedCommands).toEqual(
      [],
    );
    const elsewhere = client.runs.start({ text, folder: serverFolder() });
    await expect(elsewhere).rejects.toMatchObject(refused);
  });

  it('are started separately for each protocol, outside of trials, if it is passed to them', async () => {
    const folder = serverFolder();
    const experiment = (how: string) =>
      serverExperiment(`{start: {${command(how)}, ${env(folder)}}}`)
        .replace('  requests:', '  graphql: {address: "http://127.0.0.1:{{port}}"}\n  requests:')
        .replace('{path: /x}}', '{path: /x}, graphql: {query: "{x}"}}');
    const addresses = async (how: string) => {
      const read = readExperiment(experiment(how));
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      const { target } = read.experiment;
      const both = {
        ...(target === 'bundled' ? {} : target),
        graphql: 'http://127.0.0.1:{{port}}',
      };
      const standby = new Standby(
        { ...read.experiment, target: both },
        { folder, home: runs.home },
      );
      try {
        return new Set([await standby.address('rest', ''), await standby.address('graphql', '')]);
      } finally {
        await standby.stop();
      }
    };
    expect((await addresses('')).size).toBe(1);
    expect((await addresses('{{protocol}}')).size).toBe(2);
    expect(processesIn(folder)).toEqual([]);
  });

  it('answer for a bundled workload, too, and speak TLS with the certificate of the run', async () => {
    const folder = temporaryFolder();
    const wirebenchScript = join(process.cwd(), 'bin/wirebench.mjs');
    const started = `command: ["${process.execPath}", "${wirebenchScript}", services, start, --protocol, "{{protocol}}", --port, "{{port}}", --tls], env: {WIREBENCH_HOME: "${runs.home}"}, ready: {health: true}`;
    const text = `wirebench: 1
name: Bundled
target: {start: {${started}}}
factors: {protocol: [grpc], users: [2], tls: on}
load: {model: closed, warmUp: 0s, requests: 40}
workers: 1
verify: all
`;
    const document = await run(text, folder);
    expect(only(document)).toMatchObject({ status: 'completed', failure: null });
    expect(only(document).server?.threadsPeak).toBeGreaterThan(0);
  });

  it('are only watched if they run already', async () => {
    const folder = serverFolder();
    const port = await freePort();
    const child = spawn(process.execPath, ['server.mjs', String(port), 'burns'], {
      cwd: folder,
      detached: true,
    });
    try {
      await listening(child);
      const address = `rest: "http://127.0.0.1:${port}"`;
      const load = { load: 'duration: 1500ms' };
      for (const watch of [`port: ${port}`, `pid: ${child.pid}`]) {
        const text = serverExperiment(`{watch: {${watch}}, ${address}}`, load);
        const trial = only(await run(text, folder));
        expect(trial).toMatchObject({ status: 'completed', failure: null });
        expect(trial.log).toBeUndefined();
        expect(trial.server?.cpuSeconds).toBeGreaterThan(0);
        expect(trial.server?.threadsPeak).toBeGreaterThan(8);
      }
      const unanswered = `{watch: {port: ${await freePort()}}, ${address}}`;
      expect(only(await run(serverExperiment(unanswered), folder)).failure).toMatchObject({
        code: 'SERVER_NOT_FOUND',
      });
      expect(child.exitCode).toBeNull();
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    }
  });
});
