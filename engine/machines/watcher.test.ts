import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchedSampleSchema } from '../../contracts/watched.ts';
import { Watcher } from './watcher.ts';

/** A folder of control groups, which the test fills. */
function controlGroups(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'wirebench-cgroups-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, write };
}

const container = { kind: 'container', name: 'abc123' } as const;

/** The second look, whose metrics cover the time since the first. */
function secondLook(watcher: Watcher, between: () => void) {
  expect(watcher.look()).toBeNull();
  between();
  return watchedSampleSchema.parse(watcher.look());
}

describe('a look at containers', () => {
  it('finds them in control groups of version 2', () => {
    const folder = 'system.slice/docker-abc123.scope';
    const { root, write } = controlGroups({
      'cgroup.controllers': 'cpu memory',
      [`${folder}/cpu.stat`]: 'usage_usec 1000000\n',
      [`${folder}/memory.current`]: '4096\n',
      [`${folder}/cgroup.procs`]: '1\n2\n3\n',
    });
    const watcher = new Watcher([container], process.platform, root);
    const { parts } = secondLook(watcher, () =>
      write(`${folder}/cpu.stat`, 'usage_usec 2000000\n'),
    );
    expect(parts).toMatchObject([{ memoryBytes: 4096, processes: 3 }]);
    expect(parts[0]?.cpuCores).toBeGreaterThan(0);
  });

  it('finds them in control groups of version 1, which has memory separately', () => {
    const { root, write } = controlGroups({
      'cpuacct/docker/abc123/cpuacct.usage': '1000000000\n',
      'cpuacct/docker/abc123/cgroup.procs': '7\n',
      'memory/docker/abc123/memory.usage_in_bytes': '8192\n',
    });
    const watcher = new Watcher([container], process.platform, root);
    const { parts } = secondLook(watcher, () =>
      write('cpuacct/docker/abc123/cpuacct.usage', '1500000000\n'),
    );
    expect(parts).toMatchObject([{ memoryBytes: 8192, processes: 1 }]);
    expect(parts[0]?.cpuCores).toBeGreaterThan(0);
  });

  it('says that there is none, and finds it as soon as there is', () => {
    const { root, write } = controlGroups({ 'cgroup.controllers': '' });
    const watcher = new Watcher([container], process.platform, root);
    const before = secondLook(watcher, () => undefined);
    expect(before.parts).toEqual([{ cpuCores: null, memoryBytes: null, processes: 0 }]);
    write('a/b/pod-abc123/cpu.stat', 'usage_usec 5\n');
    watcher.look();
    expect(watcher.look()?.parts[0]?.cpuCores).toBe(0);
  });
});

describe('a look at this machine', () => {
  it('has metrics of the machine and of a chosen process', () => {
    const parts = [{ kind: 'process', name: String(process.pid) } as const];
    const sample = secondLook(new Watcher(parts), () => undefined);
    if (process.platform !== 'linux') return;
    expect(sample.parts[0]?.processes).toBeGreaterThan(0);
    expect(sample.parts[0]?.memoryBytes).toBeGreaterThan(1e6);
    expect(sample.sockets).toBeGreaterThan(0);
    expect(sample.receivedPerSecond).toBeGreaterThanOrEqual(0);
  });

  it('says what other systems do not report', () => {
    const watcher = new Watcher([{ kind: 'process', name: 'nginx' }], 'darwin');
    expect(watcher.watching.missing).toHaveLength(2);
    const sample = secondLook(watcher, () => undefined);
    expect(sample).toMatchObject({ receivedPerSecond: null, sentPerSecond: null, sockets: null });
    expect(sample.parts).toEqual([{ cpuCores: null, memoryBytes: null, processes: null }]);
    expect(sample.memoryBytes).toBeGreaterThan(0);
  });
});
