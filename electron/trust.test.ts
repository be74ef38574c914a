import type { App, IpcMainInvokeEvent, Session } from 'electron';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WirebenchError } from '../contracts/errors.ts';
import { lockDown } from './lockdown.ts';
import { startPage } from './origin.ts';
import { reply } from './trusted-calls.ts';

describe('a call of the shell', () => {
  const channel = {
    name: 'shell:test',
    input: z.tuple([z.object({ path: z.string() }), z.number()]),
  };
  const top = { url: startPage };
  const event = (senderFrame: object | null, mainFrame: object = top) =>
    ({ senderFrame, sender: { mainFrame } }) as unknown as IpcMainInvokeEvent;
  const call = (from: IpcMainInvokeEvent, args: unknown[] = [{ path: '/a' }, 2]) =>
    reply(channel, ({ path }, count) => `${path} ${count}`, from, args);

  it('is answered for the top frame of an own page', async () => {
    expect(await call(event(top))).toEqual({ ok: true, value: '/a 2' });
  });

  it.each<[string, IpcMainInvokeEvent]>([
    ['no frame', event(null)],
    ['a frame within the page', event({ url: startPage })],
    ['another page', event({ url: 'https://example.org/' })],
  ])('is refused for %s', async (_what, from) => {
    expect(await call(from)).toMatchObject({ ok: false, error: { code: 'UNAUTHORIZED' } });
  });

  it('is refused for another page as the top frame', async () => {
    const foreign = { url: 'https://example.org/' };
    expect(await call(event(foreign, foreign))).toMatchObject({
      ok: false,
      error: { code: 'UNAUTHORIZED' },
    });
  });

  it('has arguments that are checked, and errors as reports', async () => {
    expect(await call(event(top), [{ path: 1 }, 'x'])).toEqual({
      ok: false,
      error: { code: 'ARGUMENT_INVALID', message: 'The message shell:test is invalid: 0.path, 1' },
    });
    expect(await call(event(top), 'x' as never)).toMatchObject({
      error: { message: 'The message shell:test is invalid: arguments' },
    });
    const failing = await reply(
      channel,
      () => Promise.reject(new WirebenchError('RUN_BUSY', 'busy')),
      event(top),
      [{ path: '' }, 1],
    );
    expect(failing).toEqual({ ok: false, error: { code: 'RUN_BUSY', message: 'busy' } });
  });
});

describe('a window', () => {
  type Decide = (answer: unknown) => void;
  type Handler = (...args: never[]) => unknown;

  /** Locks a session and a window down, and returns how they decide. */
  function locked() {
    const handlers: Record<string, Handler> = {};
    const heard: Record<string, Handler> = {};
    const session = {
      setPermissionRequestHandler: (one: Handler) => {
        handlers.request = one;
      },
      setPermissionCheckHandler: (one: Handler) => {
        handlers.check = one;
      },
      setDevicePermissionHandler: (one: Handler) => {
        handlers.device = one;
      },
      webRequest: {
        onBeforeRequest: (one: Handler) => {
          handlers.load = one;
        },
      },
    };
    const contents = {
      setWindowOpenHandler: (one: Handler) => {
        handlers.open = one;
      },
      on: (name: string, one: Handler) => {
        heard[name] = one;
      },
    };
    const app = {
      on: (_name: string, created: (event: object, one: object) => void) => created({}, contents),
    };
    lockDown(app as unknown as App, session as unknown as Session);
    const decided = (name: string, ...args: unknown[]) => {
      let answer: unknown;
      const decide: Decide = (one) => {
        answer = one;
      };
      handlers[name]?.(...([...args, decide] as never[]));
      return answer;
    };
    const prevented = (name: string, url: string) => {
      let isPrevented = false;
      heard[name]?.(
        ...([
          {
            preventDefault: () => {
              isPrevented = true;
            },
          },
          url,
        ] as never[]),
      );
      return isPrevented;
    };
    return { handlers, decided, prevented };
  }
  const page = (url: string) => ({ getURL: () => url });
  const write = 'clipboard-sanitized-write';

  it('may only write to the clipboard', () => {
    const { handlers, decided } = locked();
    expect(decided('request', page(startPage), write)).toBe(true);
    expect(decided('request', page(startPage), 'clipboard-read')).toBe(false);
    expect(decided('request', page('https://example.org/'), write)).toBe(false);
    const check = (permission: string, origin: string) =>
      handlers.check?.(...([null, permission, origin] as never[]));
    expect([
      check(write, startPage),
      check('media', startPage),
      check(write, 'https://example.org'),
    ]).toEqual([true, false, false]);
    expect(handlers.device?.()).toBe(false);
  });

  it('loads nothing from elsewhere, and goes nowhere', () => {
    const { handlers, decided, prevented } = locked();
    expect(decided('load', { url: startPage })).toEqual({ cancel: false });
    expect(decided('load', { url: 'data:image/png,' })).toEqual({ cancel: false });
    expect(decided('load', { url: 'https://example.org/' })).toEqual({ cancel: true });
    expect(handlers.open?.()).toEqual({ action: 'deny' });
    expect(
      ['will-navigate', 'will-redirect', 'will-attach-webview'].map((name) =>
        prevented(name, startPage),
      ),
    ).toEqual([false, true, true]);
    expect(prevented('will-navigate', 'https://example.org/')).toBe(true);
  });
});
