import { expect, it, onTestFinished, vi } from 'vitest';
import { requestEnginePort, shellEvents } from '../../contracts/shell.ts';
import {
  EngineUnreachableError,
  engineEnded,
  linkEvents,
  NotAuthorisedError,
  type OpenLink,
  reconnectingLink,
  useConnection,
} from './connection.ts';
import { describeError } from './errors.ts';
import { connectMessagePort } from './messagePort.ts';

/** A link that answers with this word. */
const link = (word: string): OpenLink => ({
  link: { call: async (path) => `${word} ${path.join('.')}` },
});
const call = () => reconnectingLink.call(['app', 'info'], undefined, { context: {} });

function begin() {
  const before = useConnection.getState();
  linkEvents.closed('lost');
  onTestFinished(() => {
    linkEvents.closed('lost');
    useConnection.setState(before, true);
  });
}

it('lets calls wait for a connection, and counts connections', async () => {
  begin();
  const { epoch } = useConnection.getState();
  const waiting = [call(), call()];
  linkEvents.opened(link('first'));
  expect(await Promise.all(waiting)).toEqual(['first app.info', 'first app.info']);
  linkEvents.opened(link('second'));
  expect(await call()).toBe('second app.info');
  expect(useConnection.getState()).toEqual({ status: 'open', epoch: epoch + 2 });
});

it.each(['refused', 'outdated'] as const)('refuses calls once it is %s', async (reason) => {
  begin();
  const waiting = call();
  linkEvents.closed(reason);
  await expect(waiting).rejects.toThrow(NotAuthorisedError);
  await expect(call()).rejects.toThrow(NotAuthorisedError);
});

it('gives up a call after ten seconds, while others go on', async () => {
  begin();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = call();
  const failed = expect(first).rejects.toThrow(EngineUnreachableError);
  vi.advanceTimersByTime(5000);
  linkEvents.closed('ended');
  const second = call();
  vi.advanceTimersByTime(4999);
  expect(vi.getTimerCount()).toBe(2);
  vi.advanceTimersByTime(1);
  await failed;
  expect(vi.getTimerCount()).toBe(1);
  linkEvents.opened(link('late'));
  expect(await second).toBe('late app.info');
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['connecting', false],
  ['open', false],
  ['lost', false],
  ['ended', true],
  ['refused', false],
  ['outdated', true],
] as const)('knows whether an engine that is %s has ended: %s', (status, expected) => {
  expect(engineEnded({ status, epoch: 1 })).toBe(expected);
});

it.each([
  [new NotAuthorisedError(), 'UNAUTHORIZED'],
  [new EngineUnreachableError(), 'INTERNAL'],
  [Object.assign(new Error('x'), { name: 'AbortError' }), 'INTERNAL'],
  [new Error('WebSocket is not open'), 'INTERNAL'],
] as const)('describes %s with what to do', (error, code) => {
  const report = describeError(error);
  expect(report.code).toBe(code);
  expect(report.hint).toBeTypeOf('string');
  expect(report.message).not.toBe(error.message);
});

it('leaves other errors as they are', () => {
  expect(describeError(new Error('Odd.'))).toMatchObject({ message: 'Odd.' });
});

it('takes each port of the shell in place of the last, and asks for another at its end', async () => {
  const events = { opened: vi.fn(), closed: vi.fn() };
  const asked = vi.spyOn(window, 'postMessage').mockImplementation(() => undefined);
  const added = vi.spyOn(window, 'addEventListener');
  connectMessagePort(events);
  const listener = added.mock.calls.find(([name]) => `${name}` === 'message')?.[1] as (
    event: unknown,
  ) => void;
  onTestFinished(() => {
    window.removeEventListener('message', listener as never);
    asked.mockRestore();
    added.mockRestore();
  });
  const requests = () => asked.mock.calls.map(([message]) => message);
  expect(requests()).toEqual([requestEnginePort]);
  const port = () =>
    Object.assign(new EventTarget(), { start: vi.fn(), close: vi.fn(), postMessage: vi.fn() });
  const give = (one: object | undefined, part: object = {}) =>
    listener({ source: window, data: shellEvents.enginePort, ports: one ? [one] : [], ...part });
  const [first, second] = [port(), port()];
  give(undefined);
  give(first, { source: null });
  give(first, { data: 'other' });
  expect(events.opened).not.toHaveBeenCalled();
  give(first);
  expect(events.opened).toHaveBeenCalledTimes(1);
  expect(first.start).toHaveBeenCalledTimes(1);
  give(second);
  expect(first.close).toHaveBeenCalledTimes(1);
  expect(second.close).not.toHaveBeenCalled();
  first.dispatchEvent(new Event('close'));
  expect(events.closed).not.toHaveBeenCalled();
  second.dispatchEvent(new Event('close'));
  expect(events.closed.mock.calls).toEqual([['ended']]);
  expect(second.close).toHaveBeenCalledTimes(1);
  expect(requests()).toEqual([requestEnginePort, requestEnginePort]);
});
