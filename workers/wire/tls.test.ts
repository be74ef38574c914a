import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openRelay } from '../../engine/wire/relay.ts';
import { makeCertificates, type OwnCertificates } from '../../tests/support/own-certificates.ts';
import { httpMessage, readingOf } from '../../tests/support/wire-recordings.ts';
import { readRecording } from './read-recording.ts';
import { openersOf, parseKeyLog, RecordOpener, suiteName } from './tls-keys.ts';

let own: OwnCertificates;
beforeAll(async () => {
  own = await makeCertificates();
});

const body = '{"id":"0","name":"Coffee","description":"a small one"}';
const request = httpMessage('POST /rest HTTP/1.1', 'application/json', body);
const answer = httpMessage('HTTP/1.1 200 OK', 'application/json', body);

/** What a recorder hears of two calls over TLS, and their secrets. */
async function recorded(options: tls.SecureContextOptions) {
  const { cert, key } = own.server;
  const server = tls.createServer({ cert, key, ...options }, (socket) => {
    socket.on('error', () => undefined).on('data', () => socket.write(answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const relay = await openRelay({ host: '127.0.0.1', port });
  onTestFinished(async () => {
    await relay.close();
    server.close();
  });
  const tcp = net.connect(relay.port, relay.host);
  const secure = tls.connect({
    socket: tcp,
    ca: own.authority.cert,
    servername: 'orders.internal',
    ALPNProtocols: ['http/1.1'],
  });
  const keys: string[] = [];
  secure.on('keylog', (line: Buffer) => keys.push(line.toString('latin1')));
  await once(secure, 'secureConnect');
  for (let call = 0; call < 2; call++) {
    secure.write(request);
    let length = 0;
    while (length < answer.length) length += ((await once(secure, 'data'))[0] as Buffer).length;
  }
  secure.end();
  await relay.drained();
  return { connections: relay.recorded(), keyLog: keys.join('') };
}

function read({ connections, keyLog }: Awaited<ReturnType<typeof recorded>>) {
  const plain = { shape: 'small', tls: 'tls1.3', client: 'raw', text: 'ascii' } as const;
  const reading = readingOf('rest', plain, [], keyLog);
  return readRecording({ ...reading, recording: { connections, keyLog } });
}

describe('a recording over TLS is read with its secrets', () => {
  const old = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
  it.each([
    // Header, nonce if the record has one, content type if it is hidden, and tag.
    ['TLS 1.3', 'TLS_AES_128_GCM_SHA256', 5 + 1 + 16, {}],
    ['TLS 1.3', 'TLS_AES_256_GCM_SHA384', 5 + 1 + 16, {}],
    ['TLS 1.3', 'TLS_CHACHA20_POLY1305_SHA256', 5 + 1 + 16, {}],
    ['TLS 1.2', 'ECDHE-RSA-AES128-GCM-SHA256', 5 + 8 + 16, old],
    ['TLS 1.2', 'ECDHE-RSA-AES256-GCM-SHA384', 5 + 8 + 16, old],
    ['TLS 1.2', 'ECDHE-RSA-CHACHA20-POLY1305', 5 + 16, old],
  ])('%s, %s', async (version, cipher, around, options) => {
    const recording = await recorded({ ciphers: cipher, ...options });
    const capture = read(recording);
    expect(capture.secured).toEqual({ version, cipher });
    expect(capture.calls.map(({ reused }) => reused)).toEqual([false, true]);
    const values = '0Coffeea small one'.length;
    const content = { payload: body.length, values, framing: 0, 'tls-records': around };
    for (const { exchange } of capture.calls) {
      expect(exchange.sent).toMatchObject({ ...content, headers: request.length - body.length });
      expect(exchange.received).toMatchObject({ ...content, headers: answer.length - body.length });
    }
    const labels = capture.messages.flatMap(({ parts }) => parts.map(({ label }) => label));
    expect(labels.filter((label) => label.includes('not read'))).toEqual([]);
    const names = capture.messages.flatMap(({ parts }) =>
      parts.map(({ field }) => `${field?.name} ${field?.value}`),
    );
    expect(names).toContain('server_name orders.internal');
    expect(names).toContain('application_layer_protocol_negotiation http/1.1');
    // Without the secrets nothing of it can be read.
    const closed = read({ ...recording, keyLog: '' });
    expect(closed.secured).toEqual({ version, cipher });
    expect(closed.calls.every(({ exchange }) => exchange.sent.payload === 0)).toBe(true);
  });
});

describe('a key log', () => {
  const random = 'AB'.repeat(32);
  it('is read line by line, whatever else it has', () => {
    const log = parseKeyLog(
      [
        `CLIENT_RANDOM ${random} 0102`,
        '# a comment',
        `client_random ${random} 03`,
        `SERVER_TRAFFIC_SECRET_0 ${random} 0a `,
        `CLIENT_RANDOM ${random.slice(2)} 04`,
        `CLIENT_RANDOM ${'cd'.repeat(32)} 05`,
      ].join('\n'),
    );
    expect([...log].map(([key, secrets]) => [key, Object.fromEntries(secrets)])).toEqual([
      [
        random.toLowerCase(),
        { CLIENT_RANDOM: Buffer.from([1, 2]), SERVER_TRAFFIC_SECRET_0: Buffer.from([10]) },
      ],
      ['cd'.repeat(32), { CLIENT_RANDOM: Buffer.from([5]) }],
    ]);
  });

  it('opens nothing of unknown suites, connections and secrets', () => {
    const clientRandom = Buffer.from(random, 'hex');
    const none = { handshake: null, application: null };
    const log = parseKeyLog(`CLIENT_TRAFFIC_SECRET_0 ${random} ${'00'.repeat(32)}`);
    const negotiated = { tls13: true, suite: 0x1301, clientRandom, serverRandom: clientRandom };
    const opened = (change: Partial<typeof negotiated>, side: 'CLIENT' | 'SERVER' = 'CLIENT') =>
      openersOf(log, { ...negotiated, ...change }, side);
    expect(opened({}).handshake).toBeNull();
    expect(opened({}).application).toBeInstanceOf(RecordOpener);
    expect(opened({}, 'SERVER')).toEqual(none);
    expect(opened({ suite: 0x1399 })).toEqual(none);
    expect(opened({ tls13: false })).toEqual(none);
    expect(opened({ clientRandom: Buffer.alloc(32) })).toEqual(none);
    const { application } = opened({});
    expect(application?.open(Buffer.alloc(5), Buffer.alloc(15))).toBeNull();
    expect(application?.open(Buffer.alloc(5), Buffer.alloc(40))).toBeNull();
  });

  it.each([
    [0x1301, 'TLS_AES_128_GCM_SHA256'],
    [0xc02b, 'ECDHE-ECDSA-AES128-GCM-SHA256'],
    [0xc02c, 'ECDHE-ECDSA-AES256-GCM-SHA384'],
    [0xcca9, 'ECDHE-ECDSA-CHACHA20-POLY1305'],
    [0x2f, '0x002f'],
  ])('the suite %i is %s', (suite, name) => expect(suiteName(suite)).toBe(name));
});
