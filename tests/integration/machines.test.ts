import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { admitted } from '../../engine/machines/join.ts';
import { parseJoinToken } from '../../engine/machines/join-token.ts';
import { newSeed, publicKey } from '../../engine/machines/keys.ts';
import { openLink } from '../../engine/machines/link.ts';
import { inboxes, subjects } from '../../engine/machines/subjects.ts';
import { version } from '../../engine/platform/version.ts';
import { wirebench } from '../support/command-line.ts';
import { Cable, startAgent, startController, withoutNats } from '../support/machines.ts';
import { descendants, isAlive } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { poll } = expect;
const someFacts = {
  wirebench: version(),
  node: process.version,
  os: 'Linux',
  cpu: 'any',
  cores: 2,
  memoryBytes: 1,
  threads: 1,
};
const counted = `wirebench: 1
name: Counted
factors: {protocol: [rest, grpc], shape: small, users: 8}
load: {model: closed, warmUp: 200ms, requests: 2001}
`;
const seconds = `wirebench: 1
name: Seconds
factors: {protocol: rest, shape: small, users: 6}
load: {model: closed, warmUp: 0s, duration: 8s, thinkTime: 4ms}
`;
const incomplete = `wirebench: 1
name: Incomplete
repetitions: 2
onMachineLoss: continue
factors: {protocol: rest, shape: small, users: 8}
load: {model: closed, warmUp: 0s, duration: 12s, thinkTime: 4ms}
`;
const long = `wirebench: 1
name: Long
factors: {protocol: rest, shape: small, users: 6}
load: {model: closed, warmUp: 0s, duration: 10m, thinkTime: 4ms}
`;

describe.skipIf(withoutNats !== null)(
  `load from several machines${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('is one load, of which the service counts every request', async () => {
      const { run, joining } = await startController(counted, 2, ['--json', '--quiet']);
      const agents = [await startAgent(joining, 'north'), await startAgent(joining, 'south')];
      const { code, stdout, stderr } = await run.ended;
      expect(stderr).not.toContain('Error');
      expect(code).toBe(0);
      const { trials } = resultDocumentSchema.parse(JSON.parse(stdout));
      expect(trials.map(({ status }) => status)).toEqual(['completed', 'completed']);
      for (const { accounting, requests, latencyMs, client, machines = [] } of trials) {
        expect(requests.ok).toBe(2001);
        expect(accounting.serverCounted).toBe(accounting.issued);
        expect(client.workers).toBe(4);
        expect(machines.map(({ name, workers }) => [name, workers])).toEqual([
          ['north', 2],
          ['south', 2],
        ]);
        // The whole is the sum of its parts, and no percentile of it lies outside of theirs.
        expect(machines.reduce((sum, machine) => sum + machine.requests.ok, 0)).toBe(2001);
        const p99s = machines.map((machine) => machine.latencyMs.p99);
        expect(latencyMs.p99).toBeGreaterThanOrEqual(Math.min(...p99s));
        expect(latencyMs.p99).toBeLessThanOrEqual(Math.max(...p99s));
        expect(latencyMs.max).toBe(Math.max(...machines.map((machine) => machine.latencyMs.max)));
        for (const { clockErrorMs, roundTripMs, targetTripMs } of machines) {
          expect(targetTripMs).toBeGreaterThan(0);
          expect(roundTripMs).toBeGreaterThan(0);
          expect(clockErrorMs).toBeGreaterThan(0);
        }
      }
      for (const agent of agents) {
        expect(isAlive(agent.child.pid ?? 0)).toBe(true);
        agent.child.kill('SIGINT');
        expect((await agent.ended).code).toBe(130);
      }
    });

    it('goes on without it where the experiment says so, and is incomplete from then on', async () => {
      const { run, joining } = await startController(incomplete, 2, ['--json']);
      const north = await startAgent(joining, 'north');
      await startAgent(joining, 'south');
      await run.until('stderr', /at \d+ s/);
      north.child.kill('SIGKILL');
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const { trials } = resultDocumentSchema.parse(JSON.parse(stdout));
      expect(trials.map(({ status }) => status)).toEqual(['completed', 'completed']);
      const [first, second] = trials;
      const lost = { name: 'north', workers: 2, ofWorkers: 4 };
      expect(first?.lostMachines).toMatchObject([lost]);
      expect(first?.lostMachines?.[0]?.sinceSeconds).toBeGreaterThan(0);
      expect(first?.lostMachines?.[0]?.sinceSeconds).toBeLessThan(12);
      // Load lost before its start is missing from there on, and no other machine takes it over.
      expect(second?.lostMachines).toEqual([{ ...lost, sinceSeconds: 0 }]);
      expect(second?.machines?.map(({ name, requests }) => [name, requests.ok > 0])).toEqual([
        ['north', false],
        ['south', true],
      ]);
      expect(second?.accounting.serverCounted).toBe(second?.accounting.issued);
      for (const { client } of trials) {
        expect(client.verdict).not.toBe('ok');
        expect(client.reasons.join(' ')).toContain('Incomplete: north was lost');
      }
    });

    it('is made by no machine whose token is wrong, which waits for none, and keeps its keys for its user alone', async () => {
      const { home, port, joining } = await startController(long, 1);
      const token = joining.at(-1) ?? '';
      const tryToJoin = (text: string, at = `127.0.0.1:${port}`, ...more: string[]) =>
        wirebench(temporaryFolder(), ['agent', '--join', at, '--token', text, ...more]);
      const [seed = '', fingerprint = ''] = token.split('.');
      const other = await startController(long, 1);
      const [otherSeed = '', otherFingerprint = ''] = (other.joining.at(-1) ?? '').split('.');
      const foreignKey = await tryToJoin(`${otherSeed}.${fingerprint}`, undefined, '--wait');
      expect(foreignKey.code).toBe(2);
      expect(foreignKey.stderr).toContain('JOIN_REFUSED');
      const foreignServer = await tryToJoin(`${seed}.${otherFingerprint}`, undefined, '--wait');
      expect(foreignServer.code).toBe(2);
      expect(foreignServer.stderr).toContain('its certificate is different');
      const cut = await tryToJoin(token.slice(1), undefined, '--wait');
      expect(cut.code).toBe(2);
      expect(cut.stderr).toContain('not a token of a Wirebench controller');
      for (const { stderr } of [foreignKey, foreignServer, cut]) {
        expect(stderr).not.toContain('Waiting');
      }
      const refused = await tryToJoin(token, '127.0.0.1:1');
      expect(refused.stderr).toContain('127.0.0.1:1');
      expect(refused.code).toBe(2);
      const aimless = await tryToJoin(token, undefined, '--process', 'nginx');
      expect(aimless.stderr).toContain('--process and --container go with --watch');
      expect(aimless.code).toBe(2);
      expect(readFileSync(`${home}/machines/keys.json`, 'utf8')).toContain('"controller"');
      for (const file of ['keys.json', 'key.pem', 'nats.conf']) {
        expect(statSync(`${home}/machines/${file}`).mode & 0o077, file).toBe(0);
      }
    });

    it('loses no request when a cable is pulled for a second and nats-server is killed, and says so', async () => {
      const { run, port, joining } = await startController(seconds, 2, ['--json']);
      const cable = await Cable.to(port);
      await startAgent(joining, 'near');
      await startAgent(cable.through(joining), 'far');
      await run.until('stderr', /at \d+ s/);
      cable.cut();
      // Much shorter than the silence after which a machine counts as lost.
      await wait(1000);
      cable.mend();
      const [server] = descendants(run.child.pid ?? 0).filter(({ command }) =>
        /nats-server\0|nats-server /.test(command),
      );
      expect(server?.command).toContain('--config');
      process.kill(server?.pid ?? 0, 'SIGKILL');
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      expect(trial?.status).toBe('completed');
      expect(trial?.accounting.serverCounted).toBe(trial?.accounting.issued);
      const { machines = [], requests } = trial ?? {};
      expect(machines.map(({ name }) => name).sort()).toEqual(['far', 'near']);
      expect(machines.every((machine) => machine.requests.ok > 0)).toBe(true);
      expect(machines.reduce((sum, machine) => sum + machine.requests.ok, 0)).toBe(requests?.ok);
      expect(trial?.notes.join('\n')).toContain('nats-server ended');
    });

    it('can be stopped while machines are missing, and was stopped then', async () => {
      const { run, home, joining } = await startController(long, 2);
      await startAgent(joining, 'north');
      await run.until('stderr', /Waiting for machines/);
      run.child.kill('SIGINT');
      expect((await run.ended).code).toBe(130);
      const list = await wirebench(home, ['list', '--json']);
      const [stored] = z.array(z.object({ status: z.string() })).parse(JSON.parse(list.stdout));
      expect(stored?.status).toBe('stopped');
    });

    it('is refused before there is a run where no machine can join', async () => {
      const home = temporaryFolder();
      const file = join(home, 'elsewhere.bench.yaml');
      writeFileSync(file, counted);
      const { code, stderr } = await wirebench(home, ['run', file, '--agents', '2']);
      expect(code).toBe(2);
      expect(stderr).toContain('MACHINES_UNAVAILABLE');
      expect(stderr).toContain('--listen');
      const list = await wirebench(home, ['list', '--json']);
      expect(JSON.parse(list.stdout)).toEqual([]);
    });

    it('lets no machine hear or speak for another', async () => {
      const { home, port, joining } = await startController(long, 2);
      const token = joining.at(-1) ?? '';
      const certificate = readFileSync(`${home}/machines/certificate.pem`, 'utf8');
      const { seed: joinSeed } = parseJoinToken(token);
      const place = { host: '127.0.0.1', port, certificate };
      const victim = await startAgent(joining, 'victim');
      await poll(() => readFileSync(`${home}/machines/keys.json`, 'utf8')).toContain('victim');
      const { machines } = z
        .object({ machines: z.array(z.object({ id: z.string() })) })
        .parse(JSON.parse(readFileSync(`${home}/machines/keys.json`, 'utf8')));
      const id = machines[0]?.id ?? '';
      // A guest with nothing but the token, and a machine that was let in and misbehaves.
      const guest = await openLink({
        ...place,
        seed: joinSeed,
        inbox: inboxes.join,
        name: 'guest',
      });
      const ownSeed = newSeed();
      const own = publicKey(ownSeed);
      const asked = await guest.request(
        subjects.join,
        JSON.stringify({ id: own, facts: { ...someFacts, name: 'foreign' } }),
      );
      expect(asked.json()).toEqual({ ok: true });
      const foreign = await admitted({
        ...place,
        seed: ownSeed,
        inbox: inboxes.agent(own),
        name: 'x',
      });
      const refused: string[] = [];
      for (const link of [guest, foreign]) {
        void (async () => {
          for await (const { type, ...status } of link.status()) {
            if (type === 'error') refused.push(String(Object(status).error));
          }
        })();
      }
      const heard: string[] = [];
      const tries = [
        subjects.do(id),
        subjects.report(id, '*'),
        subjects.beat(id),
        inboxes.agent(id),
        '>',
      ];
      for (const link of [guest, foreign]) {
        for (const subject of tries) {
          link.subscribe(subject, {
            callback: (error, message) => {
              if (error) refused.push(error.message);
              else heard.push(message.subject);
            },
          });
        }
        for (const subject of [
          subjects.do(id),
          subjects.report(id, 'a'),
          subjects.beat(id),
          subjects.controller,
          '$JS.API.STREAM.DELETE.WIREBENCH_REPORTS',
        ]) {
          link.publish(subject, '{}');
        }
        await link.flush();
      }
      // Refusals arrive before the answer to the flush.
      await poll(() => refused.length).toBeGreaterThanOrEqual(2 * 10);
      await victim.until('stderr', /has joined/);
      expect(heard).toEqual([]);
      await guest.close();
      await foreign.close();
    });
  },
);
