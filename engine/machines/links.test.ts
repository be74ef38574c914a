/* One file, because each part of a link between machines is small, and all share one certificate and one form of server. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { AuthorizationError, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AgentFacts } from '../../contracts/machines.ts';
import { makeFolder, removeFolder } from '../../tests/support/folder.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { portOf } from '../../tests/support/port-of.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { serverIdentity } from '../platform/tls/identity.ts';
import { version } from '../platform/version.ts';
import { Admission } from './admission.ts';
import { calledSo, isFree, lostMachine, missingMachines } from './gathering.ts';
import { MachinesKeeper, needsMachines, notListening } from './keeper.ts';
import { maxMachines, newSeed, publicKey, readKeys, writeKeys } from './keys.ts';
import { leaseRecordsIn, machinesIn } from './left-behind.ts';
import { Line, type LineMessage } from './line.ts';
import { certificateOf, fingerprintOf, presentedCertificate, unreachable } from './link.ts';
import { findNatsServer, natsConfiguration } from './nats-server.ts';
import { encodeMessage, maxMessageBytes } from './objects.ts';
import { announcePlace, ensureSoleController, forgetPlace } from './one-controller.ts';
import { addressTowards } from './own-address.ts';
import { hintOf, LinkError, openServerLink } from './server-link.ts';
import { spaceOf } from './space.ts';
import { agentUser, controllerUser, joiningUser, machineIn, subjects } from './subjects.ts';
import { presented, tlsFor } from './trust.ts';

let identity: { ca: string; cert: string; key: string };
let home: string;
beforeAll(async () => {
  home = makeFolder();
  identity = await serverIdentity(home, ['127.0.0.1']);
  return () => removeFolder(home);
});

/** A server that greets like NATS, and then speaks TLS. */
function natsServer(
  greeting: string | readonly string[] = 'INFO {"tls_required":true}\r\n',
): Server {
  return createServer(async (socket: Socket) => {
    socket.on('error', () => undefined);
    for (const piece of [greeting].flat()) {
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(piece);
    }
    if (![greeting].flat().join('').includes('\r\n')) return;
    const { cert, key } = identity;
    new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => undefined);
  });
}

const host = '127.0.0.1';

describe('the certificate of a server', () => {
  it('is fetched after its greeting, and compared with the token', async () => {
    const port = await portOf(natsServer(['IN', 'FO {}', '\r', '\n']));
    const fingerprint = fingerprintOf(identity.cert);
    expect(fingerprint).toMatch(/^[\w-]{43}$/);
    expect(fingerprintOf(await presentedCertificate({ host, port }))).toBe(fingerprint);
    expect(fingerprintOf(await certificateOf({ host, port }, fingerprint))).toBe(fingerprint);
    await expect(
      certificateOf(
        { host, port },
        fingerprint.replace(/./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
    ).rejects.toMatchObject({
      code: 'JOIN_REFUSED',
      message: `The server at 127.0.0.1:${port} is not the one of the token: its certificate is different`,
    });
  });

  it.each(['HTTP/1.1 400 Bad Request\r\n', 'INFX', `INFO ${'x'.repeat(66_000)}`])(
    'is not that of another program: %.10s',
    async (greeting) => {
      const port = await portOf(natsServer(greeting));
      await expect(certificateOf({ host, port }, 'x')).rejects.toMatchObject({
        code: 'JOIN_REFUSED',
        message: 'What answers there is no NATS server',
      });
    },
  );

  it('is not there where nothing answers', async () => {
    const port = await freePort();
    await expect(certificateOf({ host, port }, 'x')).rejects.toMatchObject({
      code: 'CONTROLLER_UNREACHABLE',
      message: expect.stringContaining(`127.0.0.1:${port}: connect ECONNREFUSED`),
    });
    await expect(presented([{ scheme: 'tls', host, port, path: '' }])).rejects.toThrow(
      'ECONNREFUSED',
    );
    expect(unreachable('there', new Error('why')).message).toBe('there: why');
  });

  it('is that of a WebSocket, too', async () => {
    const server = createHttps(identity, (_request, response) => response.writeHead(400).end());
    const port = await portOf(server);
    const pem = await presentedCertificate({ host, port, webPath: '/ws' });
    expect(fingerprintOf(pem)).toBe(fingerprintOf(identity.cert));
    const addresses = [
      { scheme: 'wss', host, port, path: '/ws' },
      { scheme: 'ws', host, port, path: '' },
      { scheme: 'nats', host, port: await freePort(), path: '' },
    ] as const;
    expect((await presented(addresses)).map(fingerprintOf)).toEqual([fingerprintOf(identity.cert)]);
    const known = { by: 'fingerprint', fingerprints: [fingerprintOf(identity.cert)] } as const;
    expect(await tlsFor(known, addresses)).toMatchObject({ secureContext: expect.anything() });
    await expect(tlsFor({ by: 'fingerprint', fingerprints: ['x'] }, addresses)).rejects.toThrow(
      /^no certificate of 127\.0\.0\.1:\d+, .* is an expected one$/,
    );
  });

  it('is checked for the names of all addresses, where the system or an authority is trusted', async () => {
    const at = (scheme: 'nats' | 'tls', name: string) => ({
      scheme,
      host: name,
      port: 1,
      path: '',
    });
    expect(await tlsFor({ by: 'system' }, [at('nats', 'a')])).toBeUndefined();
    const system = await tlsFor({ by: 'system' }, [at('tls', 'a.example'), at('tls', 'b.example')]);
    expect(system).not.toHaveProperty('secureContext');
    const certificate = (name: string) =>
      ({ subject: { CN: name }, subjectaltname: `DNS:${name}` }) as never;
    expect(system?.checkServerIdentity('', certificate('b.example'))).toBeUndefined();
    expect(system?.checkServerIdentity('', certificate('c.example'))).toBeInstanceOf(Error);
    const own = await tlsFor({ by: 'authority', pem: identity.ca }, [at('nats', 'a.example')]);
    expect(own).toMatchObject({ secureContext: expect.anything() });
  });
});

describe('a link to an existing server', () => {
  const login = { kind: 'none' } as never;
  const open = (port: number, trust: object) =>
    openServerLink({
      addresses: [{ scheme: 'tls', host, port, path: '' }],
      login,
      trust: trust as never,
      inbox: 'i',
      name: 'n',
    });

  it('says what failed: the address, or its certificate', async () => {
    const dead = await freePort();
    const gone = await open(dead, { by: 'fingerprint', fingerprints: ['x'] }).catch(
      (error) => error,
    );
    expect(gone).toMatchObject({
      failure: 'unreachable',
      message: expect.stringContaining(`127.0.0.1:${dead}: `),
    });
    const port = await portOf(natsServer());
    const other = await open(port, { by: 'fingerprint', fingerprints: ['x'] }).catch(
      (error) => error,
    );
    expect(other).toMatchObject({
      failure: 'certificate',
      message: `127.0.0.1:${port}: no certificate of 127.0.0.1:${port} is an expected one`,
    });
    expect(hintOf(other)).toContain('--nats-ca FILE');
    expect(hintOf(gone)).toContain('no firewall');
    expect(hintOf(new LinkError('refused', 'x', new AuthorizationError('y')))).toContain(
      '--nats-credentials',
    );
  });
});

describe('one controller', () => {
  it('is the only one of its folder while it listens', async () => {
    const folder = temporaryFolder();
    await ensureSoleController(folder);
    const place = { host, port: await freePort(), fingerprint: 'x' };
    await announcePlace(folder, place);
    expect(JSON.parse(readFileSync(join(folder, 'listening.json'), 'utf8'))).toEqual(place);
    // Nothing listens there any more.
    await ensureSoleController(folder);
    await forgetPlace(folder);
    await forgetPlace(folder);
    writeFileSync(join(folder, 'listening.json'), '{"host":1}');
    await ensureSoleController(folder);
  });
});

it('finds the address of this machine towards the first that can be reached', async () => {
  const port = await portOf(createServer((socket) => socket.destroy()));
  const dead = await freePort();
  expect(
    await addressTowards([
      { host, port: dead },
      { host, port },
    ]),
  ).toBe('127.0.0.1');
  expect(await addressTowards([{ host, port: dead }])).toBeUndefined();
  expect(await addressTowards([])).toBeUndefined();
});

it('finds the program of NATS where it is named, or says so', async () => {
  const before = process.env.WIREBENCH_NATS_SERVER;
  onTestFinished(() => {
    if (before === undefined) delete process.env.WIREBENCH_NATS_SERVER;
    else process.env.WIREBENCH_NATS_SERVER = before;
  });
  process.env.WIREBENCH_NATS_SERVER = process.execPath;
  expect(await findNatsServer()).toBe(process.execPath);
  process.env.WIREBENCH_NATS_SERVER = '/no/such/program';
  await expect(findNatsServer()).rejects.toMatchObject({
    code: 'MACHINES_UNAVAILABLE',
    message:
      'Several machines need nats-server: WIREBENCH_NATS_SERVER names /no/such/program, which cannot be run',
  });
});

it('configures its own server for TLS and the keys that may connect', () => {
  const options = {
    host: '::1',
    port: 4222,
    folder: '/data "x"',
    identity: { cert: '', key: '' },
    users: () => [
      { key: 'UA', publish: ['>'], subscribe: ['a.*', 'b'], answers: true },
      { key: 'UB', publish: [], subscribe: ['c'], answers: false },
    ],
    restarted: () => undefined,
    lost: () => undefined,
  };
  const text = natsConfiguration(options);
  for (const line of [
    'listen: "[::1]:4222"',
    `max_payload: ${maxMessageBytes + 2 ** 20}`,
    'ping_interval: "2s"',
    'ping_max: 3',
    '  store_dir: "/data \\"x\\"/store"',
    '  max_memory_store: 0',
    `  max_file_store: ${4 * 2 ** 30}`,
    '  cert_file: "/data \\"x\\"/certificate.pem"',
    '  key_file: "/data \\"x\\"/key.pem"',
    '  timeout: 10',
    '    { nkey: UA, permissions: { publish: [">"], subscribe: ["a.*", "b"], allow_responses: { max: 1, expires: "1m" } } }',
    '    { nkey: UB, permissions: { publish: [], subscribe: ["c"] } }',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).not.toContain('websocket');
  const both = natsConfiguration({ ...options, host: '127.0.0.1', webSocketPort: 443 });
  expect(both).toMatch(
    /websocket \{\n {2}listen: "127\.0\.0\.1:443"\n {2}handshake_timeout: "10s"\n {2}tls \{\n/,
  );
  expect(both.split('cert_file')).toHaveLength(3);
});

it('lets each role use its own subjects', () => {
  expect(controllerUser('C')).toEqual({
    key: 'C',
    publish: ['>'],
    subscribe: ['>'],
    answers: true,
  });
  expect(joiningUser('J')).toEqual({
    key: 'J',
    publish: ['wb.join'],
    subscribe: ['_JOIN.>'],
    answers: false,
  });
  expect(agentUser('A')).toEqual({
    key: 'A',
    publish: ['wb.agent.A.beat', 'wb.agent.A.get', 'wb.report.A.*'],
    subscribe: ['wb.agent.A.do', 'wb.controller', '_AGENT.A.>'],
    answers: true,
  });
  expect(machineIn(subjects.beat('X'))).toBe('X');
  expect([machineIn('wb.join'), machineIn(subjects.report('Y', 'l'))]).toEqual(['', 'Y']);
});

describe('keys', () => {
  it('are made once, and again where they cannot be read', async () => {
    const folder = join(temporaryFolder(), 'new');
    const keys = await readKeys(folder);
    expect(keys.machines).toEqual([]);
    expect(publicKey(keys.controller)).toMatch(/^U[A-Z2-7]{55}$/);
    expect(publicKey(keys.join)).not.toBe(publicKey(keys.controller));
    expect(await readKeys(folder)).toEqual(keys);
    for (const wrong of ['{', '{}', JSON.stringify({ ...keys, join: 'no seed' })]) {
      writeFileSync(join(folder, 'keys.json'), wrong);
      const other = await readKeys(folder);
      expect(other.controller).not.toBe(keys.controller);
    }
    await writeKeys(folder, keys);
    expect(await readKeys(folder)).toEqual(keys);
  });
});

describe('admission', () => {
  let made = 0;
  /** The form of a key, as making one takes its time. */
  const newId = () =>
    `U${String(made++)
      .replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')
      .padStart(55, 'Z')}`;
  const facts = (more: object = {}): AgentFacts => ({
    name: 'box',
    wirebench: version(),
    node: 'v24',
    os: 'Linux',
    cpu: 'fast',
    cores: 1,
    memoryBytes: 1,
    threads: 1,
    ...more,
  });

  it('admits together those of this version that ask within a moment, the newest first', async () => {
    const folder = temporaryFolder();
    const keys = await readKeys(folder);
    const old = Array.from({ length: maxMachines }, () => ({
      id: newId(),
      name: 'old',
      joinedAt: '2026-01-01T00:00:00.000Z',
    }));
    const again = old[5]?.id ?? '';
    keys.machines = old;
    let allowed = 0;
    const admission = new Admission(keys, folder, async () => {
      allowed++;
    });
    const ids = [newId(), again];
    const replies = await Promise.all([
      ...ids.map((id) =>
        admission.answer(encodeMessage({ id, facts: facts({ name: id.slice(0, 5) }) })),
      ),
      admission.answer(encodeMessage({ id: again, facts: facts({ wirebench: '0.0.1' }) })),
      admission.answer(Buffer.from('nonsense')),
    ]);
    await admission.settled();
    expect(replies.slice(0, 2)).toEqual([{ ok: true }, { ok: true }]);
    expect(replies[2]).toMatchObject({
      ok: false,
      error: {
        code: 'JOIN_REFUSED',
        message: `This machine has Wirebench 0.0.1, and the controller ${version()}`,
      },
    });
    expect(replies[3]).toMatchObject({ ok: false, error: { code: 'JOIN_REFUSED' } });
    expect(allowed).toBe(1);
    expect(keys.machines.slice(0, 2).map(({ id }) => id)).toEqual(ids);
    expect(keys.machines).toHaveLength(maxMachines);
    expect(keys.machines.filter(({ id }) => id === again)).toHaveLength(1);
    expect(await readKeys(folder)).toEqual(keys);
  });

  it('refuses all that asked where the server does not let them in', async () => {
    const folder = temporaryFolder();
    const admission = new Admission(await readKeys(folder), folder, async () => {
      throw new Error('gone');
    });
    const asked = () => admission.answer(encodeMessage({ id: newId(), facts: facts() }));
    const replies = await Promise.all([asked(), asked()]);
    for (const reply of replies) {
      expect(reply).toMatchObject({ ok: false, error: { code: 'JOIN_REFUSED', message: 'gone' } });
    }
    await admission.settled();
  });
});

describe('a line', () => {
  /** Both ends of a server that passes everything on; what is on it is kept. */
  function lines() {
    const seed = newSeed();
    const seen: { subject: string; data: Uint8Array }[] = [];
    const heard = new Map<string, (error: Error | null, message: Msg) => void>();
    const link = {
      info: { max_payload: 100_000 },
      publish: (subject: string, data: Uint8Array) => {
        seen.push({ subject, data });
        heard.get(subject)?.(null, { subject, data, respond: () => false } as unknown as Msg);
      },
      request: (subject: string, data: Uint8Array) =>
        new Promise((resolve) => {
          const respond = (answer: Uint8Array) => {
            resolve({ data: answer });
            return true;
          };
          heard.get(subject)?.(null, { subject, data, respond } as unknown as Msg);
        }),
      subscribe: (subject: string, { callback }: { callback: () => void }) =>
        heard.set(subject, callback),
      isClosed: () => false,
      close: async () => undefined,
    } as unknown as NatsConnection;
    return { link, seen, heard, line: new Line(link, spaceOf(seed)), space: spaceOf(seed) };
  }
  const text = (data: Uint8Array | undefined) => Buffer.from(data ?? []).toString();

  it('passes sealed messages on its own subjects, and answers', async () => {
    const { line, seen, space, heard } = lines();
    const messages: [string, string][] = [];
    line.subscribe('wb.agent.A.do', {
      callback: (_error, message: LineMessage) => {
        messages.push([message.subject, text(message.data)]);
        message.respond(Buffer.from('answer'));
      },
    });
    line.publish('wb.agent.A.do', Buffer.from('said'));
    expect(messages).toEqual([['wb.agent.A.do', 'said']]);
    expect(seen[0]?.subject).toBe(`${space.prefix}.agent.A.do`);
    expect(space.prefix).toMatch(/^wb\.[\da-f]{16}$/);
    expect(text(seen[0]?.data)).not.toContain('said');
    const answer = await line.request('wb.agent.A.do', Buffer.from('asked'), { timeout: 1 });
    expect(text(answer.data)).toBe('answer');
    // A refused subscription has no message.
    heard.get(line.there('wb.agent.A.do'))?.(new Error('refused'), undefined as never);
    line.publish('wb.agent.B.do', Buffer.from('not heard'));
    expect(messages).toHaveLength(2);
    expect([line.isClosed(), line.stream]).toEqual([false, space.stream]);
    expect(space.stream).toBe(`WIREBENCH_${space.prefix.slice(3)}`);
    expect([space.inbox(null), space.inbox('A')]).toEqual([
      `${space.prefix}.inbox`,
      `${space.prefix}.agent.A.inbox`,
    ]);
  });

  it('does not hear those without its token, or the same said elsewhere', async () => {
    const one = lines();
    const other = lines();
    one.line.publish('wb.join', Buffer.from('x'));
    const [sent] = one.seen;
    if (!sent) throw new Error('nothing was sent');
    expect(text(one.line.read(sent)?.data)).toBe('x');
    expect(other.line.read(sent)).toBeNull();
    expect(one.line.read({ ...sent, subject: one.line.there('wb.claim') })).toBeNull();
    one.heard.set(one.line.there('wb.join'), (_error, message) =>
      message.respond(Buffer.alloc(64)),
    );
    await expect(one.line.request('wb.join', Buffer.from('x'), { timeout: 1 })).rejects.toThrow(
      'the answer is not from a holder of the token',
    );
  });

  it('takes as much as the server and our own limit allow', () => {
    const { link } = lines();
    expect(new Line(link).maxBytes).toBe(100_000 - 8192);
    Reflect.set(link, 'info', { max_payload: 1e9 });
    expect(new Line(link).maxBytes).toBe(maxMessageBytes);
    Reflect.set(link, 'info', undefined);
    expect(new Line(link).maxBytes).toBe(Math.min(maxMessageBytes, 2 ** 20 - 8192));
    expect([new Line(link).there('wb.join'), new Line(link).stream]).toEqual([
      'wb.join',
      'WIREBENCH_REPORTS',
    ]);
  });
});

it('keeps what the next controller needs, and finds what the last one left', async () => {
  const folder = temporaryFolder();
  const records = leaseRecordsIn(folder);
  const machines = [{ id: publicKey(newSeed()), workers: [0, 1] }];
  const record = {
    lease: 'abc1',
    trial: 't-1',
    stints: [{ stint: 1, offsetMs: 5, workers: 2, machines }],
  };
  expect(await records.left()).toEqual([]);
  await records.write(record);
  await records.write({ ...record, trial: 't-2' });
  expect(await records.left()).toEqual([{ ...record, trial: 't-2' }]);
  await records.write({ ...record, lease: 'def2' });
  writeFileSync(join(folder, 'left-bad.json'), '{');
  mkdirSync(join(folder, 'left-dir'));
  expect((await records.left()).map(({ lease }) => lease).sort()).toEqual(['abc1', 'def2']);
  await records.forgetLeft('abc1');
  await records.write({ ...record, lease: 'ghi3' });
  await records.forget();
  expect((await records.left()).map(({ lease }) => lease)).toEqual(['def2']);
  expect(machinesIn(record)).toEqual(machines.map(({ id }) => id));
});

it('finds free machines by their names, and says which are there', () => {
  const one = (name: string, heardAt: number, more: object = {}) =>
    ({ heardAt, beat: { lease: null, facts: { name, ...more } } }) as never;
  const all = [one('a', 1), one('b', 2), one('a', 3)];
  expect(calledSo(all, 'a')).toEqual([all[2], all[0]]);
  expect(isFree({ lease: null, facts: {} } as never)).toBe(true);
  expect(isFree({ lease: 'x', facts: {} } as never)).toBe(false);
  expect(isFree({ lease: null, facts: { watching: {} } } as never)).toBe(false);
  expect(missingMachines('3 machines', all)).toMatchObject({
    code: 'MACHINES_MISSING',
    message: 'The run needs 3 machines, and 3 are there: a, b, a',
  });
  expect(missingMachines('a machine', []).message).toBe(
    'The run needs a machine, and none is there',
  );
  const cause = new Error('c');
  expect(lostMachine('box', 'is gone', cause)).toMatchObject({
    code: 'MACHINE_LOST',
    message: 'box is gone',
    cause,
  });
});

describe('an engine without machines', () => {
  it('says so, and can be closed', async () => {
    const keeper = new MachinesKeeper(temporaryFolder(), {
      add: () => undefined,
      failed: () => undefined,
    });
    expect(keeper.isListening).toBe(false);
    const given = { machines: 1, onMachineLoss: 'continue', machineShare: 'even' } as never;
    await expect(
      keeper.gather(given, new AbortController().signal, () => undefined),
    ).rejects.toMatchObject({
      code: 'MACHINES_UNAVAILABLE',
      message: notListening().message,
    });
    expect(await keeper.state()).toMatchObject({
      listening: null,
      machines: [],
      addresses: expect.any(Array),
    });
    await keeper.stop();
    await keeper.close();
  });

  it.each([
    [0, undefined, false],
    [1, undefined, true],
    [0, 'box', true],
  ])('is enough for %i machines and a service on %s: not %j', (machines, serviceOn, expected) => {
    expect(needsMachines({ machines, ...(serviceOn === undefined ? {} : { serviceOn }) })).toBe(
      expected,
    );
  });

  it('keeps the obstacle of the last attempt', async () => {
    const keeper = new MachinesKeeper(temporaryFolder(), {
      add: () => undefined,
      failed: () => undefined,
    });
    const place = { nats: 'nonsense://' } as never;
    await expect(keeper.open(place)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
    expect(keeper.isListening).toBe(false);
    expect((await keeper.state()).obstacle).toMatchObject({ code: 'ARGUMENT_INVALID' });
    await keeper.close();
  });
});
