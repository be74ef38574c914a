import { chmodSync, statSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { ownAddresses } from './addresses.ts';
import { realClock, sleep, upTo } from './clock.ts';
import { readWaitedMs, StolenTimeWatch } from './core-time.ts';
import { inherited } from './inherited.ts';
import { keepFolderPrivate, keepPrivate, makeFolders } from './private-files.ts';

describe('the clock of this machine', () => {
  it('calls once or again and again, until it is cancelled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const seen: string[] = [];
    const once = realClock.after(100, () => seen.push('once'));
    realClock.after(200, () => seen.push('never'))();
    const cancel = realClock.every(150, () => seen.push('every'));
    vi.advanceTimersByTime(99);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(351);
    expect(seen).toEqual(['once', 'every', 'every', 'every']);
    once();
    cancel();
    vi.advanceTimersByTime(1000);
    expect([seen.length, vi.getTimerCount()]).toEqual([4, 0]);
    let slept = false;
    const sleeping = sleep(realClock, 50).then(() => {
      slept = true;
    });
    await vi.advanceTimersByTimeAsync(49);
    expect(slept).toBe(false);
    vi.advanceTimersByTime(1);
    await sleeping;
    await upTo(realClock, 50, Promise.resolve());
    expect(vi.getTimerCount()).toBe(0);
    const passing = upTo(realClock, 50, new Promise(() => undefined));
    vi.advanceTimersByTime(50);
    await passing;
    await expect(upTo(realClock, 50, Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, () => number | bigint, () => number | bigint]>([
    ['milliseconds', realClock.now, () => performance.now()],
    ['nanoseconds that other processes know', realClock.reading, () => process.hrtime.bigint()],
    ['a date', () => realClock.date().getTime(), () => Date.now()],
  ])('has %s', (_what, read, other) => {
    const [before, found, after] = [other(), read(), other()];
    expect([before <= found, found <= after]).toEqual([true, true]);
  });
});

it('started programs get the environment without what configures Wirebench itself', () => {
  const own = ['WIREBENCH_X', 'NODE_CHANNEL_X', 'NODE_COMPILE_CACHE'];
  const others = ['MY_WIREBENCH_X', 'NODE_COMPILE_CACHE_X', 'NODE_X'];
  const before = { ...process.env };
  for (const name of [...own, ...others]) process.env[name] = `of ${name}`;
  onTestFinished(() => {
    for (const name of [...own, ...others]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  const found = inherited();
  for (const name of own) expect(found).not.toHaveProperty(name);
  for (const name of others) expect(found[name]).toBe(`of ${name}`);
  expect(found.PATH).toBe(process.env.PATH);
});

it('addresses of this machine end with its loopback ones, IPv4 first', () => {
  const addresses = ownAddresses();
  const rank = (address: string) =>
    (/^(127\.|::1$)/.test(address) ? 2 : 0) + (isIPv4(address) ? 0 : 1);
  expect(addresses).toContain('127.0.0.1');
  expect(addresses.map(rank)).toEqual(addresses.map(rank).toSorted());
  expect(new Set(addresses).size).toBe(addresses.length);
});

it('the time that a process waited is unknown where there is none', () => {
  expect(readWaitedMs(2 ** 30)).toBeNull();
  const { stolenShare = 0 } = new StolenTimeWatch().take();
  expect(stolenShare).toBeGreaterThanOrEqual(0);
  expect(stolenShare).toBeLessThanOrEqual(1);
});

describe.runIf(process.platform !== 'win32')('files for their owner', () => {
  const rights = (path: string) => statSync(path).mode & 0o777;

  it('lose the rights of others only', () => {
    const folder = temporaryFolder({ open: '', closed: '' });
    const [open, closed] = [join(folder, 'open'), join(folder, 'closed')];
    chmodSync(open, 0o754);
    chmodSync(closed, 0o400);
    expect([keepPrivate(open), keepPrivate(closed)]).toEqual([null, null]);
    expect([rights(open), rights(closed)]).toEqual([0o700, 0o400]);
    expect(keepPrivate(join(folder, 'none'))).toBeNull();
  });

  it('are in folders that are closed where they are empty or our own', () => {
    const folder = temporaryFolder({ 'own/wirebench.db': '', 'own/x': '', 'other/x': '' });
    makeFolders(join(folder, 'empty'));
    makeFolders(join(folder, 'empty'));
    const isOwn = (name: string) => name.startsWith('wirebench');
    for (const [name, is] of [
      ['own', true],
      ['other', false],
      ['empty', true],
    ] as const) {
      const path = join(folder, name);
      chmodSync(path, 0o755);
      const told = keepFolderPrivate(path, isOwn);
      expect([name, rights(path)]).toEqual([name, is ? 0o700 : 0o755]);
      expect(told).toBe(
        is
          ? null
          : `Other users of this computer may read what is in ${path}: it contains other things than the data of Wirebench.`,
      );
      expect(keepFolderPrivate(join(folder, 'none'), isOwn)).toBeNull();
    }
    const other = join(folder, 'other');
    chmodSync(other, 0o700);
    expect(keepFolderPrivate(other, isOwn)).toBeNull();
  });

  it('are in folders that are made with their parents, with the wanted rights', () => {
    const folder = temporaryFolder({ file: '' });
    makeFolders(join(folder, 'a', 'b', 'c'), 0o700);
    expect(['a', 'a/b', 'a/b/c'].map((path) => rights(join(folder, path)))).toEqual([
      0o700, 0o700, 0o700,
    ]);
    expect(() => makeFolders(join(folder, 'file'))).toThrow('EEXIST');
    expect(() => makeFolders(join(folder, 'file', 'x'))).toThrow('ENOTDIR');
  });
});
