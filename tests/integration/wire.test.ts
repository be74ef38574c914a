import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  addLayers,
  bytesOf,
  measuredLayers,
  noBytes,
  type WireCapture,
  type WireDirection,
  wireDocumentSchema,
} from '../../contracts/wire.ts';
import { protocols, type TlsLevel } from '../../contracts/words.ts';
import { type Engine, openEngine } from '../../engine/api/engine.ts';
import { completeConnections } from '../../engine/wire/key-log.ts';
import { openRelay, type Relay } from '../../engine/wire/relay.ts';
import { readRecording } from '../../workers/wire/read-recording.ts';
import { makeProduct } from '../../workloads/product/product.ts';
import { wirebench } from '../support/command-line.ts';
import { smallExperiment } from '../support/experiments.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { productOperation } from '../support/product.ts';
import { removeTestIdentities, startService, type TestService } from '../support/service.ts';
import { readingOf } from '../support/wire-recordings.ts';

/** One set of certificates serves all tests. */
const home = makeFolder();
let engine: Engine | null = null;

afterEach(async () => {
  vi.unstubAllEnvs();
  await engine?.close();
  engine = null;
});
afterAll(async () => {
  removeFolder(home);
  await removeTestIdentities();
});

const product = makeProduct({ operation: 'echo', length: 16 }, 'ascii', 1);
const values = Buffer.byteLength(`${product.id}${product.name}${product.description}`);
const settings = { shape: 'small', client: 'raw', text: 'ascii' } as const;

async function open(): Promise<Engine> {
  engine = await openEngine({ home });
  return engine;
}

function sectionBytes({ calls, close }: WireCapture, direction: WireDirection): number {
  const all = [
    close,
    ...calls.flatMap(({ setUp, exchange }) => (setUp ? [setUp, exchange] : [exchange])),
  ];
  const sum = all.reduce((total, each) => addLayers(total, each[direction]), noBytes);
  return bytesOf(sum, measuredLayers);
}

/** A relay in front of a service, for our own clients. */
async function relayed(protocol: 'rest' | 'grpc', level: TlsLevel) {
  const service = await startService({ protocol, tls: level });
  const relay = await openRelay(service);
  onTestFinished(async () => {
    await relay.close();
    await service.stop();
  });
  return { service, relay };
}

async function readBack(relay: Relay, protocol: 'rest' | 'grpc', level: TlsLevel, keyLog: string) {
  await relay.drained();
  const reading = readingOf(protocol, { ...settings, tls: level }, [], keyLog);
  const recording = { connections: relay.recorded(), keyLog };
  return readRecording({ ...reading, recording });
}

const body = JSON.stringify(product);
const echo = productOperation('echo');
const request = `POST ${echo.http.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Sends our own text, and reads its answer byte by byte. */
async function exchange(socket: net.Socket): Promise<string> {
  let text = '';
  const listen = (chunk: Buffer) => {
    text += chunk.toString('latin1');
  };
  socket.on('data', listen);
  socket.write(request);
  const length = () => /content-length: (\d+)/i.exec(text)?.[1];
  while (!text.includes('\r\n\r\n') || text.split('\r\n\r\n')[1]?.length !== Number(length()))
    await once(socket, 'data');
  socket.off('data', listen);
  return text;
}

/** The counts of another client's sockets for the same bytes. */
async function overTls({ service, relay }: { service: TestService; relay: Relay }) {
  const tcp = net.connect(relay.port, relay.host);
  const keys: string[] = [];
  const secure = tls.connect({ socket: tcp, ca: service.ca, servername: 'localhost' });
  secure.on('keylog', (line: Buffer) => keys.push(line.toString('latin1')));
  await once(secure, 'secureConnect');
  const answers = [await exchange(secure), await exchange(secure)];
  secure.end();
  await once(tcp, 'close');
  const raw = { sent: tcp.bytesWritten, received: tcp.bytesRead };
  return { keyLog: keys.join(''), answers, raw };
}

describe('the bytes of a call', () => {
  it.each([
    ['tls1.2', 29],
    ['tls1.3', 22],
  ] as const)(
    'over %s are those that the sockets of an independent client count',
    async (level, around) => {
      const parts = await relayed('rest', level);
      const { keyLog, answers, raw } = await overTls(parts);
      const capture = await readBack(parts.relay, 'rest', level, keyLog);
      expect(capture.recorded).toEqual(raw);
      expect(capture.secured?.version).toBe(level === 'tls1.2' ? 'TLS 1.2' : 'TLS 1.3');
      const [first, second] = capture.calls;
      // The remainder without the requests and the closing alert, each in a record.
      const rest = raw.sent - 2 * (request.length + around) - (2 + around);
      expect(first?.setUp?.sent['tls-handshake']).toBe(rest);
      for (const [call, answer] of [first, second].map((each, i) => [each, answers[i]] as const)) {
        expect(call?.exchange.sent).toMatchObject({
          payload: body.length,
          values,
          headers: request.length - body.length,
          framing: 0,
          'tls-records': around,
        });
        const { received } = call?.exchange ?? { received: noBytes };
        expect(bytesOf(received, ['payload', 'envelope', 'headers'])).toBe(answer?.length);
        expect(received).toMatchObject({ payload: body.length, values });
      }
      for (const direction of ['sent', 'received'] as const)
        expect(sectionBytes(capture, direction)).toBe(raw[direction]);
      expect(completeConnections(keyLog)).toBe(1);
    },
  );
});

describe('a capture', () => {
  it.each([
    ['off', 'raw', protocols, null],
    ['mtls', 'raw', ['grpc'], 'TLS 1.3'],
    ['tls1.2', 'library', ['soap'], 'TLS 1.2'],
  ] as const)(
    'with TLS %s and the %s client of %s shows every byte that the driver counted',
    async (level, client, wanted, version) => {
      vi.stubEnv('TMPDIR', home);
      const { client: api } = await open();
      const captures = await api.wire.capture({
        ...settings,
        client,
        tls: level,
        protocols: [...wanted],
      });
      expect(readdirSync(home).filter((name) => name.startsWith('wirebench-wire-'))).toEqual([]);
      expect(captures.map(({ protocol }) => protocol)).toEqual(wanted);
      for (const capture of captures) {
        const { recorded, countedByDriver, calls, close, secured, messages } = capture;
        expect(secured?.version ?? null).toBe(version);
        expect(countedByDriver.sent).toBe(recorded.sent);
        // A TLS service sends its closing alert after the driver has closed.
        const unread = recorded.received - countedByDriver.received;
        expect(unread).toBeGreaterThanOrEqual(0);
        expect(unread).toBeLessThanOrEqual(bytesOf(close.received, measuredLayers));
        for (const direction of ['sent', 'received'] as const) {
          expect(sectionBytes(capture, direction)).toBe(recorded[direction]);
          for (const { exchange: of } of calls) expect(of[direction].values).toBe(values);
        }
        expect(calls.map(({ reused }) => reused)).toEqual([false, true]);
        const labels = messages.flatMap(({ parts }) => parts.map(({ label }) => label));
        expect(labels.filter((label) => label.includes('not '))).toEqual([]);
      }
    },
  );

  it('blocks runs, is blocked by them, and can be stopped', async () => {
    const { client } = await open();
    const wanted = { ...settings, tls: 'off', protocols: ['rest'] } as const;
    const capture = (signal?: AbortSignal) =>
      client.wire.capture({ ...wanted, protocols: ['rest'] }, signal ? { signal } : {});
    const busy = { data: { code: 'RUN_BUSY' } };
    const stopping = new AbortController();
    const stopped = capture(stopping.signal);
    const start = () => client.runs.start({ text: smallExperiment({ protocols: 'rest' }) });
    await expect(capture()).rejects.toMatchObject(busy);
    await expect(start()).rejects.toMatchObject(busy);
    stopping.abort();
    await expect(stopped).rejects.toThrow();
    expect(await capture()).toHaveLength(1);
    const { runId } = await start();
    await expect(capture()).rejects.toMatchObject(busy);
    await client.runs.stop({ runId });
  });

  it('is printed by the command line as a document', async () => {
    const inventory = ['--workload', 'inventory', '--shape', 's', '--protocol', 'grpc'];
    const { stdout } = await wirebench(home, ['wire', ...inventory, '--json']);
    const { captures } = wireDocumentSchema.parse(JSON.parse(stdout));
    expect(captures.map(({ protocol, shape }) => `${protocol} ${shape}`)).toEqual(['grpc s']);
    const parts = captures.flatMap(({ messages }) => messages.flatMap((one) => one.parts));
    expect(parts.map(({ field }) => field?.name)).toContain('value of lowStock');
  });
});
