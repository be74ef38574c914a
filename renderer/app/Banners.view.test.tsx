import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  answering,
  eventually,
  pressIn,
  shown,
  toasts,
} from '../../tests/support/dom/answering.tsx';
import { linkEvents } from '../transport/connection.ts';
import { shell } from '../transport/shell.ts';
import { Banners } from './Banners.tsx';
import { dismissNotices, noticeKey, useDismissed } from './dismissed.ts';
import { noteEngineEnd, restartEngine, useEngineEnd } from './engineEnd.ts';

const damaged = { text: 'The database was set aside.', runId: null };
const cut = { text: 'A run was interrupted.', runId: 'r 1' };

/** The banners, with what the engine noticed at its start. */
async function banners() {
  answering({ 'app.info': () => ({ notices: [damaged, cut] }) });
  onTestFinished(() => {
    useEngineEnd.setState({ end: null });
    useDismissed.setState({ keys: [] });
    localStorage.clear();
  });
  const part = shown(<Banners />);
  const texts = (role: string) =>
    [...part.querySelectorAll(`[role=${role}]`)].map((one) => one.textContent);
  await eventually(() => texts('status')).toHaveLength(2);
  return { part, texts };
}

it('shows notices of the start until they are dismissed for good', async () => {
  const { part, texts } = await banners();
  expect(texts('status')).toEqual([damaged.text, `${cut.text} Open its result `]);
  expect(part.querySelector('a')?.getAttribute('href')).toBe('#/result/r%201');
  pressIn(part, 'Dismiss this notice');
  expect(texts('status')).toEqual([`${cut.text} Open its result `]);
  expect(localStorage.getItem('wirebench.dismissed')).toBe(damaged.text);
  pressIn(part, 'Dismiss this notice');
  expect(texts('status')).toEqual([]);
  expect(useDismissed.getState().keys).toEqual([damaged.text, 'r 1']);
});

it('keeps the last fifty dismissed notices', () => {
  onTestFinished(() => {
    useDismissed.setState({ keys: [] });
    localStorage.clear();
  });
  const notices = Array.from({ length: 51 }, (_none, index) => ({
    text: `n${index}`,
    runId: null,
  }));
  dismissNotices(notices);
  expect(useDismissed.getState().keys).toEqual(notices.slice(1).map(noticeKey));
});

it.each([
  ['lost', null, /^The connection to the engine is lost/],
  ['ended', null, /^The connection to the engine is lost/],
  ['outdated', 'bad', /^Wirebench was restarted/],
] as const)('says that the engine is %s', async (reason, tone, words) => {
  const { part, texts } = await banners();
  flushSync(() => linkEvents.closed(reason));
  expect(texts('alert')).toEqual([expect.stringMatching(words)]);
  expect(texts('status')).toEqual([]);
  expect(part.querySelector('[role=alert]')?.getAttribute('data-tone')).toBe(tone);
});

it('says how an engine ended, with the runs that it interrupted', async () => {
  const restart = vi.spyOn(shell, 'restartEngine');
  onTestFinished(() => restart.mockRestore());
  const { part, texts } = await banners();
  flushSync(() => noteEngineEnd({ reason: 'ended by SIGKILL', restarting: true }));
  expect(texts('alert')).toEqual([
    `The engine ended unexpectedly (ended by SIGKILL). It was restarted. ${cut.text} Open its result `,
  ]);
  expect(texts('status')).toEqual([damaged.text]);
  flushSync(() => linkEvents.closed('ended'));
  expect(texts('alert')).toEqual([
    'The engine ended unexpectedly (ended by SIGKILL). It is restarting. Everything measured so far is stored.',
  ]);
  expect([...part.querySelectorAll('button')]).toEqual([]);
  flushSync(() => noteEngineEnd({ reason: 'code 1', restarting: false }));
  expect(texts('alert')[0]).toContain('(code 1). It has now ended twice and will not restart');
  restart.mockRejectedValueOnce(new Error('Stuck.'));
  pressIn(part, 'Restart the engine');
  await eventually(toasts).toEqual(['red: The engine could not be started: Stuck.']);
  expect(useEngineEnd.getState().end?.restarting).toBe(false);
  await restartEngine();
  expect(useEngineEnd.getState().end).toEqual({ reason: 'code 1', restarting: true });
  useEngineEnd.setState({ end: null });
  await restartEngine();
  expect(useEngineEnd.getState().end).toBeNull();
});

it('dismisses the end of an engine with the notices of its runs', async () => {
  const { part, texts } = await banners();
  flushSync(() => noteEngineEnd({ reason: 'code 1', restarting: true }));
  pressIn(part, 'Dismiss this message');
  expect(useEngineEnd.getState().end).toBeNull();
  expect(texts('alert')).toEqual([]);
  expect(texts('status')).toEqual([damaged.text]);
});
