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
  it.each<[string, Partial<Owner>, boolean]>([
    ['alive while its process is', {}, false],
    ['gone when no process has its id', { pid: noPid }, true],
    [
      'gone, even of unknown start, when no process has its id',
      { pid: noPid, identity: null },
      true,
    ],
    ['alive by its heartbeat where its start is unknown', { identity: null }, false],
    ['gone by its heartbeat there', { identity: null, heartbeatAt: longAgo }, true],
  ])('is %s', (_what, part, gone) => expect(isGone(me(part), now)).toBe(gone));

  describe.runIf(process.platform === 'linux')('on Linux', () => {
    const [boot, namespace, started] = ownIdentity()?.split('/') ?? [];

    it('has an identity that stays the same', () => {
      expect(ownIdentity()).toBe(ownIdentity());
      expect(started).toMatch(/^\d+$/);
    });

    it.each<[string, Partial<Owner>, boolean]>([
      ['alive however old its heartbeat is', { heartbeatAt: longAgo }, false],
      ['gone when another process has its id', { identity: `${boot}/${namespace}/1` }, true],
      ['gone when the machine restarted', { identity: `other/${namespace}/${started}` }, true],
      ['alive in another container', { identity: `${boot}/pid:[1]/${started}` }, false],
      [
        'gone in another container without a heartbeat',
        { identity: `${boot}/pid:[1]/${started}`, heartbeatAt: longAgo },
        true,
      ],
    ])('is %s', (_what, part, gone) => expect(isGone(me(part), now)).toBe(gone));
  });
});
