import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConformWorkload, conformWorkloads } from '../../contracts/conform.ts';
import { type ForeignStack, foreignStacks, stackFacts } from '../../contracts/stacks.ts';
import type { Protocol, TlsLevel } from '../../contracts/words.ts';
import { serverIdentity } from '../../engine/platform/tls/identity.ts';
import { startIn } from '../../engine/run/stack-service.ts';
import { whyNotUsable } from '../../engine/stacks/stacks.ts';
import { conformance } from '../support/conforming.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { descendants } from '../support/processes.ts';

/** What a stack cannot refuse: its page says why. No other checks may fail, and these have to. */
const knownDifferences: Readonly<Record<string, readonly string[]>> = {
  'python grpc': ['other-type'],
};

/** The services that a stack offers. */
function offeredBy(stack: ForeignStack): [ConformWorkload, Protocol][] {
  const { offers } = stackFacts[stack];
  return conformWorkloads.flatMap((workload) =>
    (offers?.[workload] ?? []).map((protocol): [ConformWorkload, Protocol] => [workload, protocol]),
  );
}

const reasons = new Map<ForeignStack, string | null>();
for (const stack of foreignStacks) reasons.set(stack, await whyNotUsable(stack));

let home: string;
beforeAll(async () => {
  home = makeFolder();
  await serverIdentity(home);
});
afterAll(() => removeFolder(home));

const runs = engineRuns();

describe.each(foreignStacks)('the services in %s', (stack) => {
  const reason = reasons.get(stack) ?? null;
  if (reason !== null) {
    it.skip(`are not tested: ${reason}`, () => undefined);
    return;
  }

  const check = async (workload: ConformWorkload, protocol: Protocol, level: TlsLevel) => {
    const found = await conformance(home, { workload, protocol, level }, (options) =>
      startIn(stack, { ...options, niceness: 0 }, { cores: null }),
    );
    const names = found.differences.map((text) => text.slice(0, text.indexOf(':')));
    const known = knownDifferences[`${stack} ${protocol}`] ?? [];
    // Those are left out over TLS, as are most checks.
    const expected = level === 'off' ? known : [];
    return { ...found, names: names.sort(), expected };
  };

  it.each(offeredBy(stack))('conform: %s over %s', async (workload, protocol) => {
    for (const level of ['off', 'on'] as const) {
      const { names, expected, differences, all } = await check(workload, protocol, level);
      expect(names, differences.join('\n')).toEqual(expected);
      expect(all).toBe(true);
    }
  });

  it('are measured without a failed request, counted to the request, and gone afterwards', async () => {
    const protocols = stackFacts[stack].offers?.product ?? [];
    const { trials } = await runs.runToEnd(`wirebench: 1
name: A stack
factors:
  protocol: [${protocols.join(', ')}]
  stack: [${stack}]
  users: [8]
  tls: [off, mtls]
load: {model: closed, warmUp: 0, requests: 2000}
workers: 1
equivalence: skip
`);
    expect(trials).toHaveLength(2 * protocols.length);
    for (const trial of trials) {
      expect(trial).toMatchObject({ status: 'completed', requests: { ok: 2000, failed: 0 } });
      expect(trial.accounting.serverCounted).toBe(trial.accounting.issued);
      expect(trial.made?.runtime).toMatch(/\d/);
      expect(trial.server?.cpuSeconds).toBeGreaterThan(0);
    }
    expect(descendants(process.pid).filter(({ command }) => /servers.main/.test(command))).toEqual(
      [],
    );
  });
});
