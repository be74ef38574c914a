import { describe, expect, it } from 'vitest';
import { isGone, type Owner, ownIdentity, silenceMs } from './owner.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const justNow = now.toISOString();
const longAgo = new Date(now.getTime() - silenceMs - 1).toISOString();
/** A process id that no system assigns. */
const noPid = 2 ** 30;

const me = (part: Partial<Owner> = {}): Owner => ({
  pid: process.pid,
  identity: ownIdentity(),
  heartbeatAt: justNow,
  ...part,
});

describe('the owner of a run', () => {
  it('is alive while its process is', () => {
    expect(isGone(me(), now)).toBe(false);
  });

  it('is gone when no process has its id', () => {
    expect(isGone(me({ pid: noPid }), now)).toBe(true);
    expect(isGone(me({ pid: noPid, identity: null }), now)).toBe(true);
  });

  it('is judged by its heartbeat where its start time is not known', () => {
    expect(isGone(me({ identity: null }), now)).toBe(false);
    expect(isGone(me({ identity: null, heartbeatAt: longAgo }), now)).toBe(true);
  });

  describe.runIf(process.platform === 'linux')('on Linux', () => {
    const [boot, namespace, started] = ownIdentity()?.split('/') ?? [];

    it('has an identity that stays the same', () => {
      expect(ownIdentity()).toBe(ownIdentity());
      expect(started).toMatch(/^\d+$/);
    });

    it('is alive however old its heartbeat is', () => {
      expect(isGone(me({ heartbeatAt: longAgo }), now)).toBe(false);
    });

    it('is gone when another process has its id', () => {
      expect(isGone(me({ identity: `${boot}/${namespace}/1` }), now)).toBe(true);
    });

    it('is gone when the machine was restarted', () => {
      expect(isGone(me({ identity: `another-boot/${namespace}/${started}` }), now)).toBe(true);
    });

    it('is judged by its heartbeat when it lives in another container', () => {
      const identity = `${boot}/pid:[1]/${started}`;
      expect(isGone(me({ identity }), now)).toBe(false);
      expect(isGone(me({ identity, heartbeatAt: longAgo }), now)).toBe(true);
    });
  });
});
