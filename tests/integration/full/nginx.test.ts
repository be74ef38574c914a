import { describe, expect, it } from 'vitest';
import { openRestRaw } from '../../../workers/drivers/rest-raw.ts';
import { closedLoop } from '../../support/closed-loop.ts';
import { newMeter, plainAddress } from '../../support/loopback.ts';
import { bigLength, missingNginx, nginxAnswer, startNginx } from '../../support/nginx.ts';
import { openProduct } from '../../support/product.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Runs a loop of requests, and reads from nginx afterwards what it received. */
async function run({ path, ...loop }: Parameters<typeof closedLoop>[1] & { path: string }) {
  const nginx = await startNginx(temporaryFolder());
  const meter = newMeter();
  const driver = await openProduct(openRestRaw, {
    address: { ...plainAddress(nginx.port), basePath: path },
    operation: 'echo',
    request: { id: '0', name: 'Coffee', description: 'dark' },
    timeoutMs: 60_000,
    meter,
    resumption: false,
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
});
