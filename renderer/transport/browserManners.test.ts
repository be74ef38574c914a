import { afterEach, expect, it, vi } from 'vitest';
import { ScreenLock } from './browserManners.ts';

afterEach(() => void vi.unstubAllGlobals());

class Lock {
  released = false;
  async release() {
    this.released = true;
  }
}

/** A page, the locks that it took, and which of them it holds. */
function openPage() {
  const locks: Lock[] = [];
  const request = async () => {
    const lock = new Lock();
    locks.push(lock);
    return lock;
  };
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
  return { page, held: () => locks.map(({ released }) => !released), locks };
}

it('keeps the screen on until the end of a run, again when its page is back', async () => {
  const { page, held, locks } = openPage();
  const screen = new ScreenLock();
  await screen.keep(true);
  await screen.keep(true);
  expect(held()).toEqual([true]);
  await locks[0]?.release();
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(held()).toEqual([false, true]));
  await screen.keep(false);
  expect(held()).toEqual([false, false]);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(held()).toEqual([false, false]);
});

it('lets the screen go if the run ends before the lock is granted', async () => {
  const { held } = openPage();
  const screen = new ScreenLock();
  await Promise.all([screen.keep(true), screen.keep(false)]);
  expect(held()).toEqual([false]);
});
