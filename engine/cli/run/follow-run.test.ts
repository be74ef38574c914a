import { getEventListeners } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { Engine } from '../../api/engine.ts';
import type { Surroundings } from '../surroundings.ts';
import { surroundedBy } from '../surroundings.ts';
import { confirmCommands, confirmHosts } from './consent.ts';
import { followRun } from './follow-run.ts';

type Event = { readonly type: string; readonly progress?: object };

/** Follows a run whose events are as given; what happens at each of them is told. */
async function followed(
  events: readonly Event[],
  {
    stop = async () => undefined,
    before = () => undefined,
  }: Partial<Record<'stop' | 'before', () => unknown>> = {},
) {
  const ending = new AbortController();
  const said: string[] = [];
  const engine = {
    client: {
      runs: {
        stop: async ({ runId }: { runId: string }) => {
          said.push(`stop ${runId}`);
          await stop();
        },
        watch: async function* () {
          yield* events;
          said.push('left over');
        },
      },
    },
  } as unknown as Engine;
  const view = {
    show: ({ type }: Event) => {
      said.push(type);
      if (type === 'interrupt') ending.abort();
    },
    close: () => said.push('close'),
  } as never;
  if (before() === 'aborted') ending.abort();
  const result = await followRun(engine, 'r', view, ending.signal).catch(
    (error: Error) => error.message,
  );
  expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
  return { result, said };
}
const tick = { type: 'tick' };
const end = (progress: object = {}) => ({ type: 'end', progress });

describe('following a run', () => {
  it('shows each event up to its end, and closes the view', async () => {
    expect(await followed([tick, tick, end(), tick])).toEqual({
      ...{ result: null, said: ['tick', 'tick', 'end', 'close'] },
    });
    const unstored = { code: 'STORE_WRITE_FAILED', message: 'full' };
    expect((await followed([end({ unstored })])).result).toEqual(unstored);
    expect((await followed([tick])).said).toEqual(['tick', 'left over', 'close']);
  });

  it('stops it once when interrupted, also before its first event', async () => {
    const interrupt = { type: 'interrupt' };
    expect((await followed([interrupt, interrupt, end()])).said).toEqual([
      ...['interrupt', 'stop r', 'interrupt', 'end', 'close'],
    ]);
    expect((await followed([end()], { before: () => 'aborted' })).said[0]).toBe('stop r');
  });

  it('fails where it cannot be stopped, unless it has ended', async () => {
    const refuse = (code: 'RUN_NOT_ACTIVE' | 'INTERNAL') => ({
      before: () => 'aborted',
      stop: () => {
        throw new WirebenchError(code, `it is ${code}`);
      },
    });
    expect((await followed([end()], refuse('RUN_NOT_ACTIVE'))).result).toBeNull();
    const failed = await followed([end()], refuse('INTERNAL'));
    expect(failed).toEqual({ result: 'it is INTERNAL', said: ['stop r', 'end', 'close'] });
  });
});

describe('consent', () => {
  /** Asks a person who answers each question with the next of these; without answers nobody can be asked. */
  async function asked(
    answers: readonly string[],
    ask: (engine: Engine, signal: AbortSignal) => Promise<void>,
    aborted = false,
  ) {
    const confirmed: string[] = [];
    const commands = ['k1', 'k2'].map((key) => ({
      ...{ key, command: `run ${key}`, folder: '/f', env: key === 'k2' ? ['A', 'B'] : [] },
    }));
    const take = async (one: { host?: string; key?: string }) =>
      void confirmed.push(one.host ?? one.key ?? '');
    const engine = {
      client: {
        ...{ hosts: { confirm: take }, commands: { confirm: take } },
        experiments: { check: async () => ({ plan: { unconfirmedCommands: commands } }) },
      },
    } as unknown as Engine;
    const isTTY = answers.length > 0;
    const left = [...answers];
    const stdin = Object.assign(new PassThrough(), { isTTY });
    const questions: string[] = [];
    const stderr = {
      isTTY,
      write: (text: string) => {
        questions.push(text);
        setImmediate(() => stdin.write(`${left.shift()}\n`));
      },
    };
    const signal = aborted ? AbortSignal.abort() : new AbortController().signal;
    const outcome = await surroundedBy({ stdin, stderr } as unknown as Surroundings, () =>
      ask(engine, signal).then(
        () => 'all',
        (error: { code: string; message: string }) => `${error.code} ${error.message}`,
      ),
    );
    return { outcome, confirmed, questions };
  }
  const hosts =
    (...allowed: string[]) =>
    (engine: Engine, signal: AbortSignal) =>
      confirmHosts(engine, ['One', 'two'], allowed, signal);
  const commands = (allowed: boolean) => (engine: Engine, signal: AbortSignal) =>
    confirmCommands(engine, {} as never, allowed, signal);

  it('is given for each host, by name or by yes', async () => {
    const all = await asked([], hosts('ONE', 'TWO'));
    expect(all).toEqual({ outcome: 'all', confirmed: ['One', 'two'], questions: [] });
    const one = await asked([], hosts('one'));
    expect(one.confirmed).toEqual(['One']);
    expect(one.outcome).toBe('HOST_NOT_CONFIRMED two has not been confirmed as a target.');
    const both = await asked(['y', ' YES '], hosts());
    expect([both.outcome, both.confirmed]).toEqual(['all', ['One', 'two']]);
    expect(both.questions.map((text) => /load (\w+) \[y\/N\]: $/.exec(text)?.[1])).toEqual([
      'One',
      'two',
    ]);
    for (const no of ['n', 'yep', '', 'ay']) {
      expect((await asked([no], hosts())).outcome).toMatch(/^HOST_NOT_CONFIRMED One/);
    }
    expect(await asked(['y'], hosts(), true)).toMatchObject({ outcome: 'all', confirmed: [] });
  });

  it('is given for each program', async () => {
    expect((await asked([], commands(true))).confirmed).toEqual(['k1', 'k2']);
    const none = await asked([], commands(false));
    expect(none.confirmed).toEqual([]);
    expect(none.outcome).toBe(
      'COMMAND_NOT_CONFIRMED The experiment starts a program that has not been confirmed:\n  run k1\n  in /f',
    );
    const first = await asked(['y', 'n'], commands(false));
    expect(first.confirmed).toEqual(['k1']);
    expect(first.outcome).toContain('\n  run k2\n  in /f\n  with A B');
    expect(first.questions[0]).toMatch(/:\n {2}run k1\n {2}in \/f\nStart it \[y\/N\]: $/);
    expect(await asked([], commands(true), true)).toMatchObject({ outcome: 'all', confirmed: [] });
  });
});
