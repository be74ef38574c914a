import { describe, expect, it } from 'vitest';
import { serverIdentity } from '../../../engine/platform/tls/identity.ts';
import { openRestRaw } from '../../../workers/drivers/rest-raw.ts';
import { closedLoop, type LoopOutcome } from '../../support/closed-loop.ts';
import { newMeter, plainAddress } from '../../support/loopback.ts';
import {
  bigLength,
  type LoggedRequest,
  missingNginx,
  nginxAnswer,
  startNginx,
} from '../../support/nginx.ts';
import { openProduct } from '../../support/product.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Loop = Parameters<typeof closedLoop>[1];
interface Case extends Loop {
  /** One of the paths of `startNginx`. */
  readonly path: string;
  readonly tls?: 'TLSv1.2' | 'TLSv1.3';
  readonly resumption?: boolean;
}

/** Runs a loop of requests, and reads from nginx afterwards what it received. */
async function run({ path, tls, resumption = false, ...loop }: Case): Promise<{
  ours: LoopOutcome;
  theirs: readonly LoggedRequest[];
  sent: number;
  received: number;
}> {
  const folder = temporaryFolder();
  const identity = tls ? await serverIdentity(temporaryFolder()) : null;
  const nginx = await startNginx({
    folder,
    ...(tls && identity ? { tls: { ...identity, protocol: tls } } : {}),
  });
  const meter = newMeter();
  const driver = await openProduct(openRestRaw, {
    address: {
      ...plainAddress(nginx.port),
      basePath: path,
      tls: identity && {
        ca: [identity.ca],
        serverName: 'localhost',
        minVersion: 'TLSv1.2',
        maxVersion: 'TLSv1.3',
        identity: null,
      },
    },
    operation: 'echo',
    request: { id: '0', name: 'Coffee', description: 'dark' },
    timeoutMs: 60_000,
    meter,
    resumption,
  });
  const ours = await closedLoop(driver, loop);
  const theirs = await nginx.stop();
  return { ours, theirs, ...meter.take() };
}

const title = 'the raw HTTP/1.1 driver with nginx as the server';
describe.skipIf(missingNginx !== null)(missingNginx ? `${title}: ${missingNginx}` : title, () => {
  it.each(['/length', '/chunked'])('keeps its connections: %s', async (path) => {
    const { ours, theirs } = await run({ path, connections: 20, requests: 1000 });
    const sizes = { [nginxAnswer.length]: 1000 };
    expect(ours).toEqual({ sizes, failures: {}, opened: 20 });
    expect(theirs).toHaveLength(1000);
    expect(new Set(theirs.map(({ connection }) => connection)).size).toBe(20);
  });

  it('counts a status for each request that has none of success', async () => {
    const { ours, theirs } = await run({ path: '/missing', connections: 5, requests: 100 });
    expect(ours).toEqual({ sizes: {}, failures: { 'status 404': 100 }, opened: 5 });
    expect(theirs.filter(({ status }) => status === 404)).toHaveLength(100);
  });

  it('takes large bodies', async () => {
    const { ours, received } = await run({ path: '/big', connections: 4, requests: 20 });
    expect(ours).toEqual({ sizes: { [bigLength]: 20 }, failures: {}, opened: 4 });
    expect(received).toBeGreaterThan(20 * bigLength);
    expect(received).toBeLessThan(20 * (bigLength + 1000));
  });

  it('loses nothing where the service closes a connection after some requests', async () => {
    const { ours, theirs } = await run({ path: '/ten', connections: 5, requests: 500 });
    expect(ours.sizes).toEqual({ [nginxAnswer.length]: 500 });
    expect(ours.failures).toEqual({});
    expect(ours.opened).toBeGreaterThanOrEqual(50);
    expect(theirs).toHaveLength(500);
  });

  describe.each(['TLSv1.2', 'TLSv1.3'] as const)('over %s', (tls) => {
    it('keeps its connections', async () => {
      const { ours, theirs, sent, received } = await run({
        path: '/length',
        tls,
        connections: 20,
        requests: 1000,
      });
      expect(ours).toEqual({
        sizes: { [nginxAnswer.length]: 1000 },
        failures: {},
        opened: 20,
      });
      expect(theirs).toHaveLength(1000);
      // Encrypted octets: more than the texts, by the records' frames and the handshakes.
      expect(sent).toBeGreaterThan(1000 * 200);
      expect(received).toBeGreaterThan(1000 * (100 + nginxAnswer.length));
    });

    it.each([
      ['resumes sessions', true],
      ['makes full handshakes', false],
    ])('%s', async (_title, resumption) => {
      const { ours, theirs } = await run({
        path: '/length',
        tls,
        resumption,
        connections: 1,
        requests: 30,
        perConnection: 1,
      });
      expect(ours.sizes).toEqual({ [nginxAnswer.length]: 30 });
      expect(ours.failures).toEqual({});
      const resumed = theirs.filter((request) => request.resumed).length;
      expect(resumed).toBe(resumption ? 29 : 0);
    });
  });
});
