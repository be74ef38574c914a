import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { freePort } from '../../support/free-port.ts';
import { startAgent, startController, withoutNats } from '../../support/machines.ts';
import { type OwnService, ownHttpService } from '../../support/own-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

process.env.OWN_CLIENT_SECRET = 'open&sesame=+';

const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

async function service(handle: Parameters<typeof ownHttpService>[0]): Promise<OwnService> {
  const started = await ownHttpService(handle);
  services.push(started);
  return started;
}

/** A data folder with a table of so many rows, and a place for a controller. */
async function place(rows: number) {
  const home = temporaryFolder();
  const lines = Array.from({ length: rows }, (_, row) => `${row},name ${row}`);
  writeFileSync(join(home, 'rows.csv'), ['id,name', ...lines].join('\n'));
  return { home, port: await freePort() };
}

const texts = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');

/** What requests for `/ID/USER` say. */
const asked = ({ seen }: OwnService) =>
  seen.map(({ call }) => {
    const [, id = '', user = ''] = call.split('/');
    return { id: Number(id), user: Number(user) };
  });

const counts = (values: readonly number[]) => {
  const found = new Map<number, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found].sort(([a], [b]) => a - b);
};

const each = (rows: number, times: number) =>
  Array.from({ length: rows }, (_, row): [number, number] => [row, times]);

const file = (address: string, pick: string, load: string) => `wirebench: 1
name: Rows
service:
  rest: {address: "${address}"}
  data: {o: {file: rows.csv, pick: ${pick}}}
  requests: {get: {changes: true, rest: {path: "/{{o.id}}/{{user}}", headers: {x-name: "{{o.name}}"}}}}
factors: {protocol: [rest], shape: [get], users: [9]}
load: ${load}
repetitions: 2
timeout: 60s
`;

describe.skipIf(withoutNats !== null)(
  `a service of one’s own under load from several machines${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    const okay = () => ({ status: 200, body: '{}' });

    it('is sent every row in turn as often as by one machine', async () => {
      const http = await service(okay);
      const { run, joining } = await startController(
        file(http.address, 'sequential', '{model: closed, requests: 300, warmUp: 0s}'),
        2,
        ['--json', '--quiet'],
        await place(50),
      );
      await startAgent(joining, 'north', { args: ['--place', 'Oslo'] });
      await startAgent(joining, 'south', { args: ['--place', 'Rome'], threads: 1 });
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const { trials } = resultDocumentSchema.parse(JSON.parse(stdout));
      expect(trials.map(({ requests }) => requests)).toMatchObject([
        { ok: 300, failed: 0 },
        { ok: 300, failed: 0 },
      ]);
      // Two trials, in each of which 300 requests share 50 rows.
      expect(counts(asked(http).map(({ id }) => id))).toEqual(each(50, 12));
      expect(trials[0]?.machines?.map(({ name, workers }) => [name, workers])).toEqual([
        ['north', 2],
        ['south', 1],
      ]);
      const [{ places = [] } = {}] = trials;
      expect(places.map(({ name, machines, workers }) => [name, machines, workers])).toEqual([
        ['Oslo', ['north'], 2],
        ['Rome', ['south'], 1],
      ]);
      expect(places.map(({ requests }) => requests.ok)).toEqual([200, 100]);
      for (const { call, headers } of http.seen) {
        expect(headers['x-name']).toBe(`name ${call.split('/')[1]}`);
      }
    });

    it('is sent rows that are used once by one machine each, all of them, in each trial anew', async () => {
      const http = await service(okay);
      const rows = 2000;
      const { run, joining } = await startController(
        file(http.address, 'unique', '{model: closed, duration: 10m, warmUp: 0s}'),
        2,
        ['--json', '--quiet'],
        await place(rows),
      );
      await startAgent(joining, 'north');
      await startAgent(joining, 'south', { threads: 1 });
      const { code, stdout } = await run.ended;
      expect(code).toBe(0);
      const { trials } = resultDocumentSchema.parse(JSON.parse(stdout));
      for (const { requests, machines, notes, window } of trials) {
        expect(requests).toMatchObject({ ok: rows, failed: 0 });
        // In proportion to their workers.
        expect(machines?.map((machine) => [machine.name, machine.requests.ok])).toEqual([
          ['north', 1333],
          ['south', 667],
        ]);
        expect(notes.join('\n')).toContain('The 1333 of 2000 rows of o');
        expect(notes.join('\n')).toContain('The 667 of 2000 rows of o');
        expect(window.seconds).toBeLessThan(600);
      }
      expect(counts(asked(http).map(({ id }) => id))).toEqual(each(rows, 2));
      // Which worker a user is of tells the machine: its rows are a stretch of the file.
      const ofSouth = asked(http).filter(({ user }) => user % 3 === 1);
      expect(counts(ofSouth.map(({ id }) => id)).map(([id]) => id)).toEqual(
        Array.from({ length: 667 }, (_, row) => 1333 + row),
      );
    });

    it('is logged in to once for each trial, and told a renewed token by all', async () => {
      const given = new Map<string, number>();
      let logins = 0;
      const livesMs = 2000;
      const login = await service(() => {
        const token = randomBytes(30).toString('base64url');
        given.set(token, performance.now() + 5 * livesMs);
        const body = { access_token: token, token_type: 'Bearer', expires_in: livesMs / 1000 };
        return { status: 200, body: JSON.stringify(body) };
      });
      const http = await service(({ path, headers }) => {
        const token = String(headers.authorization).replace('Bearer ', '');
        if ((given.get(token) ?? 0) < performance.now()) return { status: 401, body: 'no' };
        if (path === '/login') logins += 1;
        return { status: 200, body: JSON.stringify({ session: `secret-session-${logins}` }) };
      });
      const { home, port } = await place(1);
      const text = `wirebench: 1
name: Who asks
service:
  rest:
    address: "${http.address}"
    auth: {oauth: {token-url: "${login.address}/token", client-id: me, client-secret: "\${OWN_CLIENT_SECRET}"}}
  requests:
    login: {changes: true, rest: {method: POST, path: /login}}
    get: {changes: true, rest: {path: "/get/{{user}}", headers: {x-session: "{{session}}"}}}
  flows: {look: {once: [{request: login, take: {session: {path: $.session}}}], steps: [{request: get}]}}
factors: {protocol: [rest], shape: [look], users: [8]}
load: {model: closed, duration: 5s, warmUp: 0s, thinkTime: 4ms}
`;
      const { run, joining } = await startController(text, 2, ['--json'], { home, port });
      const homes = [temporaryFolder(), temporaryFolder()] as const;
      const north = await startAgent(joining, 'north', { home: homes[0] });
      const south = await startAgent(joining, 'south', { home: homes[1] });
      const { code, stdout, stderr } = await run.ended;
      expect(code).toBe(0);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      expect(trial).toMatchObject({ status: 'completed', errors: [], requests: { failed: 0 } });
      expect(logins).toBe(1);
      const gets = http.seen.filter(({ call }) => call.includes('/get/'));
      expect(new Set(gets.map(({ headers }) => headers['x-session']))).toEqual(
        new Set(['secret-session-1']),
      );
      // Workers 0 and 2 of four are those of the one machine, 1 and 3 those of the other.
      for (const machine of [0, 1]) {
        const own = gets.filter(({ call }) => Number(call.split('/')[2]) % 2 === machine);
        const tokens = new Set(own.map(({ headers }) => headers.authorization));
        expect(tokens.size).toBeGreaterThanOrEqual(3);
      }
      // One machine asks for tokens, for all of them: at half of their lives.
      expect(login.seen.length).toBeGreaterThanOrEqual(3);
      const secrets = ['secret-session', process.env.OWN_CLIENT_SECRET ?? '', ...given.keys()];
      const said = [stdout, stderr, ...homes.map(texts), texts(join(home, 'machines'))].join('\n');
      for (const agent of [north, south]) agent.child.kill('SIGINT');
      const ended = await Promise.all([north.ended, south.ended]);
      const all = [said, ...ended.map((one) => one.stdout + one.stderr)].join('\n');
      for (const secret of secrets) expect(all).not.toContain(secret);
    });
  },
);
