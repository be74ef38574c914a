import { createServer } from 'node:net';
import { join } from 'node:path';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { parseJoinToken } from '../../../engine/machines/join-token.ts';
import { newSeed, publicKey } from '../../../engine/machines/keys.ts';
import { Line } from '../../../engine/machines/line.ts';
import { spaceOf } from '../../../engine/machines/space.ts';
import { subjects } from '../../../engine/machines/subjects.ts';
import { version } from '../../../engine/platform/version.ts';
import {
  agentBy,
  agentPassword,
  controllerPassword,
  documentedNats,
  type ExistingNats,
  joinedBy,
  openNats,
  passwordFile,
  refusedBy,
  startControllerBy,
  startNats,
} from '../../support/existing-nats.ts';
import { freePort } from '../../support/free-port.ts';
import { withoutNats } from '../../support/machines.ts';
import { portOf } from '../../support/port-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const counted = `wirebench: 1
name: Counted
factors: {protocol: [rest, grpc], shape: small, users: 8}
load: {model: closed, warmUp: 200ms, requests: 2001}
`;
const brief = `wirebench: 1
name: Brief
factors: {protocol: rest, shape: small, users: 4}
load: {model: closed, warmUp: 0s, requests: 301}
`;
const seconds = `wirebench: 1
name: Seconds
factors: {protocol: rest, shape: small, users: 6}
load: {model: closed, warmUp: 0s, duration: 12s, thinkTime: 4ms}
`;
const at = ({ port }: ExistingNats, scheme = 'nats') => `${scheme}://127.0.0.1:${port}`;

/** The run’s trials, of which each was counted to the request. */
function countedTrials(stdout: string) {
  const { trials } = resultDocumentSchema.parse(JSON.parse(stdout));
  for (const { status, accounting, requests, machines = [] } of trials) {
    expect(status).toBe('completed');
    expect(accounting.serverCounted).toBe(accounting.issued);
    expect(machines.reduce((sum, machine) => sum + machine.requests.ok, 0)).toBe(requests.ok);
  }
  return trials;
}

async function streamsOf(nats: ExistingNats): Promise<string[]> {
  const link = await connect({ servers: `127.0.0.1:${nats.port}` });
  const names: string[] = [];
  for await (const name of (await jetstreamManager(link)).streams.names()) names.push(name);
  await link.close();
  return names;
}

describe.skipIf(withoutNats !== null)(
  `machines by a NATS server that runs already${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('generate one load, with the configuration of the manual', async () => {
      const nats = await documentedNats();
      const credentials = passwordFile('controller', controllerPassword);
      const authority = join(nats.folder, 'ca.pem');
      const { run, line } = await startControllerBy(at(nats), counted, [
        ...['--agents', '2', '--json', '--quiet'],
        ...['--nats-credentials', credentials, '--nats-ca', authority],
      ]);
      expect(line).toContain(at(nats, 'tls'));
      for (const secret of [controllerPassword, agentPassword, credentials]) {
        expect(line).not.toContain(secret);
      }
      // Agents know the server by the fingerprint in the token, or by what they are told.
      await joinedBy(line, 'north', [], {
        WIREBENCH_NATS_LOGIN: `user: agent\npassword: ${agentPassword}`,
      });
      await joinedBy(line, 'south', [
        ...['--nats-credentials', passwordFile('agent', agentPassword), '--nats-ca', authority],
      ]);
      const { code, stdout, stderr } = await run.ended;
      expect(stderr).not.toContain('Error');
      expect(code).toBe(0);
      const trials = countedTrials(stdout);
      expect(trials.map(({ requests }) => requests.ok)).toEqual([2001, 2001]);
      for (const { machines = [] } of trials) {
        expect(machines.map(({ name }) => name)).toEqual(['north', 'south']);
      }
      const link = await connect({
        servers: `127.0.0.1:${nats.port}`,
        user: 'controller',
        pass: controllerPassword,
        inboxPrefix: 'wb.look',
        tls: { ca: nats.identity.ca },
      });
      const { streams } = await (await jetstreamManager(link)).getAccountInfo();
      await link.close();
      expect(streams).toBe(0);
    });

    it('are told apart from those of another controller, and join by a token alone', async () => {
      const nats = await openNats();
      const first = await startControllerBy(at(nats), brief, ['--agents', '1', '--json']);
      const second = await startControllerBy(at(nats), brief, ['--agents', '1', '--json']);
      expect((await streamsOf(nats)).sort()).toEqual(
        [first, second].map(({ line }) => spaceOf(seedIn(line)).stream).sort(),
      );
      const again = await refusedBy(at(nats), brief, ['--agents', '1'], first.home);
      expect(again.code).toBe(2);
      expect(again.stderr).toContain('same data folder');
      const nobody = await agentBy(
        `wirebench agent --join ${at(nats)} --token nats.${newSeed()}`,
        'nobody',
      ).ended;
      expect(nobody.stderr).toContain('no controller of this token listens there');
      expect(nobody.stderr).toContain('CONTROLLER_UNREACHABLE');
      expect(nobody.code).toBe(2);
      await joinedBy(second.line, 'of-second');
      const [trial] = countedTrials((await second.run.ended).stdout);
      expect(trial?.machines?.map(({ name }) => name)).toEqual(['of-second']);
      expect(first.run.child.exitCode).toBeNull();
      await joinedBy(first.line, 'of-first');
      const [other] = countedTrials((await first.run.ended).stdout);
      expect(other?.machines?.map(({ name }) => name)).toEqual(['of-first']);
      expect(await streamsOf(nats)).toEqual([]);
    });

    it('are ignored when they never joined, and so is who has no token', async () => {
      const nats = await openNats();
      const { run, line } = await startControllerBy(at(nats), brief, ['--agents', '1', '--json']);
      const space = spaceOf(seedIn(line));
      const link = await connect({ servers: `127.0.0.1:${nats.port}` });
      onTestFinished(() => link.close());
      const facts = { name: 'foreign', ...machine };
      const beat = Buffer.from(JSON.stringify({ facts, lease: null, loading: false }));
      const heard: string[] = [];
      link.subscribe('wb.>', {
        callback: (_, { data }) => void heard.push(Buffer.from(data).toString('latin1')),
      });
      // Plainly, as somebody on the server could; and sealed, by somebody with the token who has not joined.
      const id = publicKey(newSeed());
      const sealed = new Line(link, space);
      link.publish(sealed.there(subjects.beat(id)), beat);
      const plain = { id, facts };
      await expect(
        link.request(sealed.there(subjects.join), JSON.stringify(plain), { timeout: 1000 }),
      ).rejects.toThrow();
      sealed.publish(subjects.beat(id), beat);
      sealed.publish(subjects.report(id, 'abcdefgh'), beat);
      await link.flush();
      await run.until('stderr', /Waiting for machines/);
      await joinedBy(line, 'own');
      const { stdout, stderr } = await run.ended;
      const [trial] = countedTrials(stdout);
      expect(trial?.machines?.map(({ name }) => name)).toEqual(['own']);
      expect(stderr).not.toContain('foreign');
      // Nothing of what was said can be read there.
      expect(heard.length).toBeGreaterThan(10);
      expect(heard.filter((text) => /"lease"|assignments|wirebench/.test(text))).toEqual([
        beat.toString(),
        JSON.stringify(plain),
      ]);
    });

    it('are refused by the server without credentials', async () => {
      const nats = await documentedNats();
      const authority = join(nats.folder, 'ca.pem');
      const good = ['--nats-credentials', passwordFile('controller', controllerPassword)];
      const refusedRun = (nats: string, ...args: string[]) =>
        refusedBy(nats, brief, ['--agents', '1', ...args]);
      const place = at(nats);
      const cases = [
        [await refusedRun(place, '--nats-ca', authority), '--nats-credentials'],
        [
          await refusedRun(
            place,
            ...['--nats-ca', authority],
            ...['--nats-credentials', passwordFile('controller', 'wrong')],
          ),
          'Authorization Violation',
        ],
        [await refusedRun(place, ...good), '--nats-ca'],
        [
          await refusedRun(place, ...good, '--nats-fingerprint', 'ab'.repeat(32)),
          '--nats-fingerprint',
        ],
      ] as const;
      for (const [{ code, stderr }, told] of cases) {
        expect(stderr).toContain('MACHINES_UNAVAILABLE');
        expect(stderr).toContain(told);
        expect(code).toBe(2);
      }
      const { line } = await startControllerBy(place, brief, [
        ...['--agents', '1', '--nats-ca', authority, ...good],
      ]);
      const agent = await agentBy(line, 'north').ended;
      expect(agent.stderr).toContain('JOIN_REFUSED');
      expect(agent.stderr).toContain('WIREBENCH_NATS_LOGIN');
      expect(agent.code).toBe(2);
    });

    it('are not waited for where the server cannot be used', async () => {
      const without = await openNats('');
      const small = await openNats('jetstream: enabled\nmax_payload: 100KB');
      const silent = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      const port = await portOf(silent);
      const cases = [
        [at(without), 'has no JetStream'],
        [at(small), 'max_payload'],
        [`nats://127.0.0.1:${await freePort()}`, 'connection refused'],
        [`nats://127.0.0.1:${port}`, '127.0.0.1'],
      ] as const;
      for (const [nats, told] of cases) {
        const { code, stderr } = await refusedBy(nats, brief, ['--agents', '1']);
        expect(stderr).toContain('MACHINES_UNAVAILABLE');
        expect(stderr).toContain(told);
        expect(code).toBe(2);
      }
      const secret = await refusedBy('nats://user:pass@127.0.0.1:4222', brief, ['--agents', '1']);
      expect(secret.code).toBe(2);
      expect(secret.stderr).toContain('--nats-credentials');
      expect(secret.stderr).not.toContain('pass@');
      const both = await refusedBy(at(without), brief, ['--listen', '127.0.0.1:4222']);
      expect(both.code).toBe(2);
      expect(both.stderr).toContain('not both');
    });

    it('have their reports kept by one server where there are two', async () => {
      const nodes = await cluster(2);
      const nats = nodes.map((node) => at(node)).join(',');
      const { run, line } = await startControllerBy(nats, brief, ['--agents', '1', '--json']);
      const link = await connect({ servers: nodes.map(({ port }) => `127.0.0.1:${port}`) });
      const { config } = await (await jetstreamManager(link)).streams.info(
        spaceOf(seedIn(line)).stream,
      );
      await link.close();
      expect(config.num_replicas).toBe(1);
      await joinedBy(line, 'north');
      countedTrials((await run.ended).stdout);
    });

    it.each([
      ['leads those that keep them', leaderOf],
      ['delivers them', delivererOf],
    ])('lose no report when the server of a cluster is killed that %s', async (_, nameIn) => {
      const nodes = await cluster(3);
      const nats = nodes.map((node) => at(node)).join(',');
      const { run, line } = await startControllerBy(nats, seconds, ['--agents', '2', '--json']);
      await joinedBy(line, 'north');
      await joinedBy(line, 'south');
      await run.until('stderr', /at \d+ s/);
      const link = await connect({ servers: nodes.map(({ port }) => `127.0.0.1:${port}`) });
      const name = await nameIn(await jetstreamManager(link), spaceOf(seedIn(line)).stream);
      await link.close();
      const leader = nodes[Number(name?.replace('node-', ''))];
      expect(leader).toBeDefined();
      leader?.child.kill('SIGKILL');
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const [trial] = countedTrials(stdout);
      expect(trial?.machines?.every(({ requests }) => requests.ok > 0)).toBe(true);
    });
  },
);

/** Name of the server that leads those that keep a stream. */
async function leaderOf(manager: JetStreamManager, stream: string): Promise<string | undefined> {
  const { config, cluster } = await manager.streams.info(stream);
  expect(config.num_replicas).toBe(3);
  return cluster?.leader;
}

/** Name of the server that delivers it to the controller: one alone knows how far it has come. */
async function delivererOf(manager: JetStreamManager, stream: string): Promise<string | undefined> {
  const [consumer] = await manager.consumers.list(stream).next();
  return consumer?.cluster?.leader;
}

const machine = {
  wirebench: version(),
  node: process.version,
  os: 'Linux',
  cpu: 'any',
  cores: 2,
  memoryBytes: 1,
  threads: 1,
};

function seedIn(line: string): string {
  return parseJoinToken(line.split(' ').at(-1) ?? '').seed;
}

/** Servers on the loopback address. */
async function cluster(count: number): Promise<ExistingNats[]> {
  const ports: { client: number; route: number }[] = [];
  for (let node = 0; node < count; node++) {
    ports.push({ client: await freePort(), route: await freePort() });
  }
  const routes = ports.map(({ route }) => JSON.stringify(`nats://127.0.0.1:${route}`)).join(', ');
  return Promise.all(
    ports.map(({ client, route }, node) => {
      const folder = temporaryFolder();
      return startNats(
        `server_name: node-${node}
listen: "127.0.0.1:${client}"
jetstream { store_dir: ${JSON.stringify(join(folder, 'store'))} }
cluster { name: several, listen: "127.0.0.1:${route}", routes: [${routes}] }
`,
        client,
        folder,
      );
    }),
  );
}
