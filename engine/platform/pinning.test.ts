import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { corePlan, parseCoreList, pinProcess, usableCores } from './pinning.ts';

describe('parseCoreList', () => {
  it('reads single cores and ranges', () => {
    expect(parseCoreList('0-3,8')).toEqual([0, 1, 2, 3, 8]);
    expect(parseCoreList('5\n')).toEqual([5]);
  });

  it('rejects anything else', () => {
    for (const text of ['', 'a', '3-1', '1,,2', '-1', '1-']) {
      expect(parseCoreList(text)).toBeUndefined();
    }
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-0-9,\s]{0,8}$/), (text) => {
        const cores = parseCoreList(text);
        expect(cores === undefined || cores.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

describe('corePlan', () => {
  const free = { workers: null, services: null };
  const pinning = { workers: [2, 3], services: [0, 1] };
  it.each([
    ['leaves everything to the system on request', 'none', 2, [0, 1, 2], free],
    ['separates the two', 'auto', 1, [0, 1], { workers: [1], services: [0] }],
    ['shares a core among workers', 'auto', 2, [0, 1], { workers: [1, 1], services: [0] }],
    ['keeps one for services', 'auto', 3, [0, 1, 2, 3], { workers: [1, 2, 3], services: [0] }],
    ['uses them all', 'auto', 2, [4, 5, 6, 7, 8], { workers: [7, 8], services: [4, 5, 6] }],
    ['does not assign a single core', 'auto', 1, [0], free],
    ['starts over for more workers', pinning, 3, [0, 1, 2, 3], { ...pinning, workers: [2, 3, 2] }],
  ] as const)('%s: %j for %d of %j', (_what, wanted, workers, cores, plan) => {
    expect(corePlan(wanted, workers, cores)).toEqual(plan);
  });

  it('never lets the two overlap, and serves every worker', () => {
    const cores = fc.uniqueArray(fc.nat(200), { minLength: 2, maxLength: 64 });
    fc.assert(
      fc.property(cores, fc.integer({ min: 1, max: 100 }), (list, workers) => {
        const plan = corePlan('auto', workers, list);
        expect(plan.workers).toHaveLength(workers);
        expect(plan.services?.length).toBeGreaterThan(0);
        expect(plan.workers?.some((core) => plan.services?.includes(core))).toBe(false);
        expect([...(plan.workers ?? []), ...(plan.services ?? [])].every(known)).toBe(true);
        function known(core: number) {
          return list.includes(core);
        }
      }),
    );
  });

  it('refuses cores that do not exist, and names them', () => {
    const call = () => corePlan({ workers: [1, 9, 12], services: [0] }, 1, [0, 1]);
    expect(call).toThrow(/pinning\.workers names cores 9, 12.*: 0, 1/);
    expect(call).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  });
});

describe.runIf(process.platform === 'linux')('pinProcess', () => {
  const allowed = (pid: number) =>
    /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

  it('binds a process to the cores', async () => {
    const child = spawn('sleep', ['60']);
    onTestFinished(() => void child.kill());
    const core = usableCores().at(-1) ?? 0;
    expect(await pinProcess(child.pid ?? 0, [core])).toBeNull();
    expect(allowed(child.pid ?? 0)).toBe(String(core));
  });

  it('says why it could not', async () => {
    const note = await pinProcess(process.pid, [100_000]);
    expect(note).toMatch(/^Process \d+ could not be bound to cores 100000: .*\S/);
  });
});
