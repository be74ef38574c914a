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
  it('leaves everything to the system on request', () => {
    expect(corePlan('none', 2, [0, 1, 2])).toEqual({ workers: null, services: null });
  });

  it('separates workers and services where there are enough cores', () => {
    expect(corePlan('auto', 1, [0, 1])).toEqual({ workers: [1], services: [0] });
    expect(corePlan('auto', 2, [0, 1])).toEqual({ workers: [1, 1], services: [0] });
    expect(corePlan('auto', 3, [0, 1, 2, 3])).toEqual({ workers: [1, 2, 3], services: [0] });
    expect(corePlan('auto', 2, [4, 5, 6, 7, 8])).toEqual({ workers: [7, 8], services: [4, 5, 6] });
  });

  it('does not assign a single core', () => {
    expect(corePlan('auto', 1, [0])).toEqual({ workers: null, services: null });
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

  it('uses the given cores, starting over for more workers', () => {
    const pinning = { workers: [2, 3], services: [0, 1] };
    expect(corePlan(pinning, 3, [0, 1, 2, 3])).toEqual({ workers: [2, 3, 2], services: [0, 1] });
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
    onTestFinished(() => {
      child.kill();
    });
    const core = usableCores().at(-1) ?? 0;
    expect(await pinProcess(child.pid ?? 0, [core])).toBeNull();
    expect(allowed(child.pid ?? 0)).toBe(String(core));
  });

  it('says why it could not', async () => {
    const note = await pinProcess(process.pid, [100_000]);
    expect(note).toMatch(/^Process \d+ could not be bound to cores 100000: .*\S/);
  });
});
