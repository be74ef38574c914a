import { expect, it } from 'vitest';
import type { HopWindow } from './hop-watch.ts';
import { nothingMeasured, StintWindow } from './stint-window.ts';

/** A target whose processes count their windows. @param closes what is seen. */
function target(seen: string[]) {
  const window = (name: string, figures: object) => ({
    opens: async () => void seen.push(`${name} opens`),
    closes: () => void seen.push(`${name} closes`),
    ...figures,
  });
  const hop = (kind: string, cpuSeconds: number) => ({
    kind,
    process: `process of ${kind}`,
    watch: {
      window: (process: unknown) => {
        seen.push(`window of ${process}`);
        return window(kind, { figures: async () => ({ cpuSeconds }) }) as unknown as HopWindow;
      },
    },
  });
  return {
    watch: { window: () => window('service', { cpuSeconds: async () => 3 }) },
    hops: [hop('network', 2), hop('gateway', 1)],
  } as never;
}

it('a window opens and closes at all processes and the counters, and has the figures of each', async () => {
  const seen: string[] = [];
  const energy = {
    opens: () => seen.push('energy opens'),
    closes: () => seen.push('energy closes'),
    reading: () => ({ joules: 5 }),
  };
  const window = new StintWindow(target(seen), energy as never);
  expect(seen.splice(0)).toEqual(['window of process of network', 'window of process of gateway']);
  await window.opens();
  const parts = ['energy', 'service', 'network', 'gateway'];
  expect(seen.splice(0)).toEqual(parts.map((part) => `${part} opens`));
  window.closes();
  expect(seen).toEqual(parts.map((part) => `${part} closes`));
  expect(await window.facts()).toEqual({
    serverCpuSeconds: 3,
    gateway: { cpuSeconds: 1 },
    network: { cpuSeconds: 2 },
    energy: { joules: 5 },
  });
});

it('a window has nothing where nothing is watched', async () => {
  const window = new StintWindow({ watch: null, hops: [] } as never, null);
  await window.opens();
  window.closes();
  expect(await window.facts()).toEqual(nothingMeasured);
  expect(nothingMeasured).toEqual({
    serverCpuSeconds: null,
    gateway: null,
    network: null,
    energy: null,
  });
});
