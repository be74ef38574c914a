import { expect, it } from 'vitest';
import type { HopStart } from '../../contracts/hop-messages.ts';
import { HopChain, hopDeath } from './hops.ts';

/** A chain whose processes are the test. */
function chain(place: object = {}) {
  const starts: HopStart[] = [];
  const stopped: string[] = [];
  const made = new HopChain(
    { host: '10.0.0.1', port: 80 },
    { niceness: 3, cores: null, seed: 9, ...place },
    (async (start: HopStart) => {
      starts.push(start);
      const port = 4000 + starts.length;
      return {
        host: '127.0.0.1',
        port,
        pid: process.pid,
        stop: async () => void stopped.push(start.hop),
      };
    }) as never,
  );
  return { made, starts, stopped };
}

it('each hop forwards to the one before, and the one nearest to the client is stopped first', async () => {
  const { made, starts, stopped } = chain();
  const tls = { cert: 'c', key: 'k' } as never;
  await made.addGateway({ protocol: 'soap' }, tls);
  await made.addNetwork({ network: '30ms~5ms@2Mbit' });
  const common = { type: 'start', host: '127.0.0.1', port: 0, niceness: 3 };
  expect(starts).toEqual([
    { ...common, hop: 'gateway', protocol: 'soap', tls, upstream: { host: '10.0.0.1', port: 80 } },
    {
      ...common,
      ...{ hop: 'network', upstream: { host: '127.0.0.1', port: 4001 } },
      ...{ roundTripMs: 30, jitterMs: 5, bitsPerSecond: 2e6, seed: 9 },
    },
  ]);
  expect(made.front).toEqual({ host: '127.0.0.1', port: 4002 });
  expect(made.hops.map(({ kind }) => kind)).toEqual(['gateway', 'network']);
  expect(made.notes).toEqual([]);
  await made.stop();
  expect(stopped).toEqual(['network', 'gateway']);
});

it('a hop listens where the client reaches it, and one that cannot be bound to cores is noted', async () => {
  const { made, starts } = chain({ host: '10.0.0.2', cores: [100_000] });
  await made.addNetwork({ network: '1ms' });
  expect(starts[0]?.host).toBe('10.0.0.2');
  expect(made.notes).toHaveLength(1);
});

it('a chain without hops leads to its end', async () => {
  const { made, starts } = chain();
  expect(made.front).toEqual({ host: '10.0.0.1', port: 80 });
  made.leadTo({ host: 'b', port: 2 });
  await made.addNetwork({ network: 'none' });
  await made.addNetwork({});
  await made.stop();
  expect([made.front, made.hops, made.notes]).toEqual([{ host: 'b', port: 2 }, [], []]);
  expect(starts).toEqual([]);
});

it.each([
  ['gateway', 'GATEWAY_DIED', 'The API gateway ended with code 1 during the trial'],
  ['network', 'NETWORK_DIED', 'The emulated network ended with code 1 during the trial'],
] as const)('says that a %s died', (kind, code, message) => {
  expect(hopDeath(kind, 'ended with code 1')).toEqual({ code, message });
});
