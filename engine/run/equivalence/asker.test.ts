import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { Ask } from '../../../contracts/equivalence.ts';
import { Asker } from './asker.ts';

/** An asker whose threads the test plays. */
function asker() {
  const threads: (EventEmitter & { asked: unknown[] })[] = [];
  const made = new Asker(() => {
    const asked: unknown[] = [];
    const thread = Object.assign(new EventEmitter(), {
      asked,
      postMessage: (ask: unknown) => asked.push(ask),
      terminate: async () => thread.emit('exit', 1),
    });
    threads.push(thread);
    return thread as unknown as Worker;
  });
  return { made, threads };
}

const ask = (more: object = {}) => ({ sequence: 1, ...more }) as Ask;
const answered = (answer: string) => ({ type: 'answered', answer });
const failed = (reason: string) => ({
  type: 'failed',
  error: { code: 'WORKER_FAILED', message: `The checking thread ended: ${reason}` },
});

it('one thread answers all calls, and is left without listeners of past ones', async () => {
  const { made, threads } = asker();
  const gone = new AbortController();
  for (const answer of ['one', 'two']) {
    const asked = made.ask(ask(), gone.signal);
    threads[0]?.emit('message', answered(answer));
    expect(await asked).toEqual(answered(answer));
  }
  expect(threads).toHaveLength(1);
  expect(threads[0]?.asked).toEqual([ask(), ask()]);
  const listeners = () =>
    ['message', 'error', 'exit'].map((name) => threads[0]?.listenerCount(name));
  expect(listeners()).toEqual([0, 1, 1]);
  // A call that is over is not aborted.
  gone.abort();
  expect(
    (await Promise.all([made.ask(ask()), threads[0]?.emit('message', answered('three'))]))[0],
  ).toEqual(answered('three'));
  expect(threads).toHaveLength(1);
});

it('a call whose thread ends has failed, and the next starts another', async () => {
  const { made, threads } = asker();
  const first = made.ask(ask());
  threads[0]?.emit('error', new Error('no memory'));
  threads[0]?.emit('exit', 1);
  expect(await first).toEqual(failed('no memory'));
  const second = made.ask(ask());
  expect(threads).toHaveLength(2);
  await made.close();
  expect(await second).toEqual(failed('it was ended'));
});

it('a call is aborted at any time, and not made once it was', async () => {
  const { made, threads } = asker();
  const gone = new AbortController();
  const asked = made.ask(ask(), gone.signal);
  gone.abort();
  expect(await asked).toEqual(failed('it was ended'));
  expect(await made.ask(ask(), gone.signal)).toEqual(failed('it was ended'));
  expect(threads.map(({ asked: { length } }) => length)).toEqual([1, 0]);
});

it('a refusal of an own service has no secrets in it', async () => {
  const { made, threads } = asker();
  const refused = (message: string) => ({
    ...{ type: 'refused', operation: 'a', request: {} },
    failure: { kind: 'status', code: '401', message },
  });
  const of = async (custom?: object) => {
    const asked = made.ask(ask(custom && { custom }));
    threads[0]?.emit('message', refused('no hunter2-secret here'));
    return asked;
  };
  const own = await of({
    secrets: ['hunter2-secret'],
    tokens: [],
    requests: [],
    data: [],
    flows: [],
    mixes: [],
  });
  expect(JSON.stringify(own)).not.toContain('hunter2');
  expect(await of()).toEqual(refused('no hunter2-secret here'));
});
