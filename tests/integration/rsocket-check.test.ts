import { afterEach, describe, expect, it } from 'vitest';
import { serverIdentity } from '../../engine/platform/tls/identity.ts';
import { checkAddress } from '../../engine/services/check/check-address.ts';
import { rsocketErrorCodes, rsocketFrameTypes } from '../../protocols/rsocket/frames.ts';
import { errorFrame, keepaliveFrame, makeRsocketFrame } from '../../protocols/rsocket/write.ts';
import { drip, listenBadly, writeForever } from '../support/hostile-servers.ts';
import { startEveryKind } from '../support/rsocket-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const check = (port: number, tls = false, authority = '') =>
  checkAddress(
    { protocol: 'rsocket', address: `localhost:${port}`, tls },
    { authority, limits: { resolve: 5000, connect: 5000, tls: 5000, probe: 1000 } },
  );

describe('a check of an RSocket service', () => {
  it.each([false, true])('finds it, TLS: %s', async (secure) => {
    const { ca, cert, key } = await serverIdentity(temporaryFolder());
    const tls = {
      cert,
      key,
      clientCa: null,
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.3',
    } as const;
    const service = await startEveryKind({ tls: secure ? tls : null });
    cleanUps.push(() => service.stop());
    const { verdict, steps } = await check(service.port, secure, ca);
    expect(verdict).toBe('reachable');
    expect(steps.at(-1)?.words).toContain('answers that it is alive');
    expect(service.answered()).toBe(0);
    expect(service.complaints).toEqual([]);
  });

  it.each([
    [
      'refuses it',
      errorFrame(0, rsocketErrorCodes.rejectedSetup, 'full'),
      'doubtful',
      /REJECTED_SETUP, “full”/,
    ],
    [
      'answers something else',
      keepaliveFrame(false, Buffer.from('x')),
      'doubtful',
      /came back changed/,
    ],
    [
      'grants leases',
      makeRsocketFrame(rsocketFrameTypes.lease, 0, 0),
      'unreachable',
      /LEASE came unrequested/,
    ],
    [
      'speaks HTTP',
      Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'unreachable',
      /in time|does not use RSocket|took longer|without an answer/,
    ],
  ] as const)('says of one that %s what is wrong', async (_name, answer, verdict, words) => {
    const port = await listenBadly((socket) => socket.once('data', () => socket.end(answer)));
    const report = await check(port);
    expect(report.verdict).toBe(verdict);
    expect(report.steps.at(-1)?.words).toMatch(words);
  });

  it.each([
    [
      'octets without end',
      (socket: Parameters<Parameters<typeof listenBadly>[0]>[0]) =>
        writeForever(socket, Buffer.alloc(65_536, 'A')),
    ],
    [
      'a slow drip',
      (socket: Parameters<Parameters<typeof listenBadly>[0]>[0]) => drip(socket, 'H', 20),
    ],
    ['silence', () => undefined],
  ] as const)('comes to an end: %s', async (_name, behave) => {
    const { verdict } = await check(await listenBadly(behave));
    expect(verdict).toBe('unreachable');
  });
});
