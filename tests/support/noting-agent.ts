import { onTestFinished } from 'vitest';
import { Agent, type AgentPool } from '../../engine/machines/agent.ts';
import { parseNatsAddresses } from '../../engine/machines/nats-address.ts';
import { version } from '../../engine/platform/version.ts';

/** Load workers that record their start times, and do nothing else. */
function notingPool(): { readonly starts: bigint[]; readonly pool: AgentPool } {
  const starts: bigint[] = [];
  const nothing = () => undefined;
  const start = (at = 0n) => {
    starts.push(at);
    return 0;
  };
  const pool = { prepare: async () => undefined, close: async () => undefined, start };
  return { starts, pool: { ...pool, extend: nothing, open: nothing, stop: nothing } };
}

/** Starts an agent in this process, which ends with the test. @returns the start times of its load, one per message. */
export async function join(address: string, token: string, name: string): Promise<bigint[]> {
  const { starts, pool } = notingPool();
  await joinWith(pool, address, token, name);
  return starts;
}

/** Starts an agent with load workers of the test in this process, which ends with the test. */
export async function joinWith(
  pool: AgentPool,
  address: string,
  token: string,
  name: string,
): Promise<void> {
  const facts = { name, wirebench: version(), node: process.version, os: 'Linux', cpu: 'any' };
  const agent = await Agent.join({
    addresses: parseNatsAddresses(address, '--join'),
    token,
    login: { by: 'nothing' },
    trust: { by: 'system' },
    facts: { ...facts, cores: 2, memoryBytes: 1, threads: 1 },
    pool,
    say: () => undefined,
  });
  onTestFinished(() => agent.close(0));
}
