import { describe, expect, it, onTestFinished } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import type { AgentBeat, AgentCommand } from '../../contracts/machines.ts';
import { SimulatedClock } from '../../tests/support/simulation/clock.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import type { Hub, HubListener } from './hub.ts';
import type { LeaseRecord } from './left-behind.ts';
import type { LineMessage } from './line.ts';
import { Machines } from './machines.ts';
import { encodeMessage, parseMessage } from './objects.ts';
import { subjects } from './subjects.ts';

const id = (letter: string) => 'U'.padEnd(56, letter);
const facts = (name: string, more: object = {}) => ({
  ...{ name, wirebench: '1', node: '24', os: 'Linux', cpu: 'any', cores: 2, memoryBytes: 1 },
  ...{ threads: 2, ...more },
});
const record = (lease: string, ...ids: string[]): LeaseRecord => ({
  ...{ lease, trial: `trial of ${lease}` },
  stints: [
    {
      stint: 1,
      offsetMs: 0,
      workers: ids.length,
      machines: ids.map((one) => ({ id: one, workers: [0] })),
    },
  ],
});

/** A controller whose server and agents are the test. */
async function controller({
  left = [] as LeaseRecord[],
  admits = (_: string): boolean => true,
} = {}) {
  const clock = new SimulatedClock();
  const heard = new Map<string, (error: Error | null, message: LineMessage) => void>();
  const published: [string, unknown][] = [];
  const asked: [string, AgentCommand, number][] = [];
  const done: string[] = [];
  let answer: (command: AgentCommand) => unknown = ({ type }) =>
    type === 'clock' ? { type: 'clock', now: '5' } : { type: 'done' };
  let isClosed = false;
  let follow: (id: string, lease: string, batch: never) => void = () => undefined;
  let listener: HubListener | undefined;
  let still = left;
  const hub = {
    line: {
      subscribe: (subject: string, { callback }: { callback: never }) =>
        heard.set(subject, callback),
      publish: (subject: string, data: Uint8Array) => published.push([subject, parseMessage(data)]),
      request: async (subject: string, data: Uint8Array, { timeout }: { timeout: number }) => {
        const command = parseMessage(data) as AgentCommand;
        asked.push([subject, command, timeout]);
        return { data: encodeMessage(answer(command)) };
      },
      isClosed: () => isClosed,
    },
    ...{ keys: { controller: '', join: '', machines: [] }, folder: temporaryFolder() },
    records: {
      write: async ({ lease }: LeaseRecord) => void done.push(`write ${lease}`),
      forget: async () => void done.push('forget'),
      left: async () => still,
      forgetLeft: async (lease: string) => {
        done.push(`forget left ${lease}`);
        still = still.filter((one) => one.lease !== lease);
      },
    },
    ...{
      token: 'secret',
      join: 'a:1',
      joinByWeb: 'wss://a:2',
      entrance: { host: 'a', port: 1 },
      host: 'a',
    },
    reports: {
      follow: async (hear: typeof follow) => {
        follow = hear;
      },
      all: async (lease: string) => {
        done.push(`read ${lease}`);
        return new Map();
      },
      purge: async (lease: string) => void done.push(`purge ${lease}`),
      close: async (isEmpty: boolean) => void done.push(`close reports ${isEmpty}`),
    },
    allow: async () => undefined,
    admits,
    close: async () => void done.push('close'),
  } as unknown as Hub;
  const machines = await Machines.open(async (given) => {
    listener = given;
    return hub;
  }, clock);
  let open = true;
  const close = async () => {
    if (open) await machines.close();
    open = false;
  };
  onTestFinished(close);
  const tell = (
    subject: string,
    data: Uint8Array,
    pattern: string,
    respond = (_: Uint8Array): boolean => true,
  ) => heard.get(pattern)?.(null, { subject, data, respond });
  const beat = (letter: string, name: string, change: Partial<AgentBeat> = {}) => {
    const content = { facts: facts(name), lease: null, loading: false, ...change };
    tell(subjects.beat(id(letter)), encodeMessage(content), subjects.beat('*'));
  };
  /** Lets time pass. */
  const pass = (ms: number) =>
    clock.play(new Promise<void>((resolve) => void clock.after(ms, resolve)), ms + 1);
  return {
    ...{ machines, clock, published, asked, done, tell, beat, pass, close },
    hub: () => listener,
    report: (letter: string, lease: string, batch: object) =>
      follow(id(letter), lease, batch as never),
    answers: (give: typeof answer) => {
      answer = give;
    },
    cut: () => {
      isClosed = true;
    },
  };
}

/** What a run hears of its machines. */
function run() {
  const heard: unknown[] = [];
  return {
    heard,
    listener: {
      report: (...all: unknown[]) => heard.push(['report', ...all]),
      lost: (...all: unknown[]) => heard.push(['lost', ...all]),
      heard: (...all: unknown[]) => heard.push(['heard', ...all]),
      notice: (...all: unknown[]) => heard.push(['notice', ...all]),
    },
  };
}

describe('a controller', () => {
  it('has lines for the others, beats each second, and closes what it opened', async () => {
    const { machines, published, pass, cut, done, close, clock } = await controller();
    expect(machines.lines).toEqual({
      line: 'wirebench agent --join a:1 --token secret',
      webSocketLine: 'wirebench agent --join wss://a:2 --token secret',
    });
    expect([machines.entrance, machines.host, machines.isHeld]).toEqual([
      { host: 'a', port: 1 },
      'a',
      false,
    ]);
    await pass(2001);
    expect(published).toEqual(
      new Array(3).fill([subjects.controller, { controller: machines.name }]),
    );
    expect(machines.name).toMatch(/^[0-9a-f]{16}$/);
    cut();
    await pass(1001);
    expect(published).toHaveLength(3);
    await close();
    expect(done).toEqual(['close reports true', 'close']);
    expect(clock.waiting).toBe(0);
  });

  it('knows the machines that it heard in the last eight seconds, by name', async () => {
    const { machines, beat, pass, tell } = await controller({ admits: (one) => one !== id('X') });
    beat('B', 'same', { loading: true, lease: 'other' });
    beat('A', 'same');
    beat('X', 'stranger');
    tell(subjects.beat(id('Y')), encodeMessage({ facts: 1 }), subjects.beat('*'));
    await pass(1);
    beat('C', 'first');
    const present = () => machines.present.map(({ id: one }) => one[1]);
    expect(present()).toEqual(['C', 'A', 'B']);
    expect(['A', 'B', 'Z'].map((one) => machines.isIdle(id(one)))).toEqual([true, false, false]);
    expect([machines.nameOf(id('C')), machines.nameOf(id('Z'))]).toEqual(['first', 'a machine']);
    await pass(7999);
    expect(present()).toEqual(['C']);
    await pass(1);
    expect(present()).toEqual([]);
  });

  it('waits for free machines, tells which are there, and says which are missing', async () => {
    const { machines, beat, clock } = await controller();
    const seen: string[][] = [];
    const waiting = (names: readonly string[]) => seen.push([...names]);
    const never = new AbortController();
    beat('A', 'one', { lease: 'held' });
    const two = machines.gather(2, 60_000, never.signal, waiting);
    beat('B', 'two');
    beat('W', 'watcher', { facts: facts('watcher', { watching: { parts: [], missing: [] } }) });
    await expect.poll(() => seen, { interval: 1 }).toEqual([[], ['two']]);
    beat('A', 'one');
    expect((await two).map(({ id: one }) => one[1])).toEqual(['A', 'B']);
    expect(seen).toEqual([[], ['two']]);
    beat('C', 'three');
    const named = machines.gather(1, 60_000, never.signal, waiting, 'two');
    expect((await named).map(({ id: one }) => one[1])).toEqual(['B']);
    const late = machines.gather(1, 5000, never.signal, () => undefined, 'nobody');
    late.catch(() => undefined);
    await expect(clock.play(late, 5001)).rejects.toMatchObject({
      code: 'MACHINES_MISSING',
      message: 'The run needs nobody, and 3 are there: one, three, two',
    });
    const gone = new AbortController();
    const ended = machines.gather(9, 60_000, gone.signal, () => undefined);
    gone.abort();
    await expect(ended).rejects.toThrow('The run needs 9 machines, and 3 are there');
  });

  it('asks a machine with its name, and passes its refusal on', async () => {
    const { machines, beat, asked, answers } = await controller();
    beat('A', 'one');
    expect(await machines.ask(id('A'), { type: 'release', lease: 'lease123' })).toEqual({
      type: 'done',
    });
    expect(asked.at(-1)).toEqual([
      subjects.do(id('A')),
      { type: 'release', lease: 'lease123' },
      8000,
    ]);
    const error = { code: 'RUN_BUSY', message: 'it is held' };
    answers(() => ({ type: 'refused', error }));
    const ask = () => machines.ask(id('A'), { type: 'clock' });
    await expect(ask()).rejects.toMatchObject({ code: 'RUN_BUSY', message: 'one: it is held' });
    answers(() => {
      throw new Error('timeout');
    });
    await expect(ask()).rejects.toMatchObject({
      code: 'MACHINE_LOST',
      message: 'one did not answer within 8 s',
    });
  });

  it('tells runs of their machines, and releases what no run holds', async () => {
    const { machines, beat, report, asked, done, pass, hub } = await controller({
      left: [record('old12345', id('O'))],
    });
    const [one, other] = [run(), run()];
    machines.listen('lease111', one.listener);
    machines.listen('lease222', other.listener);
    expect(machines.isHeld).toBe(true);
    beat('A', 'a', { lease: 'lease111', loading: true });
    beat('B', 'b', { lease: 'unknown1' });
    beat('O', 'o', { lease: 'old12345' });
    const released = asked.flatMap(([subject, command]) =>
      command.type === 'release' ? [subject, command.lease] : [],
    );
    expect(released).toEqual([subjects.do(id('B')), 'unknown1']);
    report('A', 'lease111', { first: 0 });
    report('A', 'nobodys1', { first: 1 });
    hub()?.notice('The server was started again.');
    expect(one.heard).toEqual([
      ['heard', id('A'), true],
      ['report', id('A'), { first: 0 }],
      ['notice', 'The server was started again.'],
    ]);
    expect(other.heard).toEqual([['notice', 'The server was started again.']]);
    machines.keepLease(record('lease111', id('A')));
    await machines.forget('lease222');
    expect(done).toEqual(['write lease111', 'forget', 'purge lease222']);
    one.heard.length = 0;
    await pass(8001);
    const silent = 'has not been heard for some seconds';
    expect(one.heard).toEqual(['A', 'B', 'O'].map((letter) => ['lost', id(letter), silent]));
    beat('A', 'a');
    one.heard.length = 0;
    hub()?.lost('it ended');
    expect(one.heard).toEqual([['lost', id('A'), 'cannot be reached: it ended']]);
    expect([machines.present, other.heard.length]).toEqual([[], 1]);
  });

  it('gives pieces of what is on its shelf, and nothing of anything else', async () => {
    const { machines, tell } = await controller();
    const content = Uint8Array.of(1, 2, 3);
    const name = machines.objects.put(content);
    const given: Uint8Array[] = [];
    const get = (data: Uint8Array) =>
      tell(subjects.get(id('A')), data, subjects.get('*'), (piece) => given.push(piece) > 0);
    get(encodeMessage({ name, from: 0 }));
    get(encodeMessage({ name: 'f'.repeat(64), from: 0 }));
    get(encodeMessage({ name }));
    expect(given.map(({ length }) => length > 0)).toEqual([true, false, false]);
  });

  it('fetches what earlier controllers left once their machines are back, or late', async () => {
    const left = [
      record('one12345', id('A')),
      record('two12345', id('B')),
      record('six12345', id('C')),
    ];
    const { machines, beat, done, clock, pass, close } = await controller({ left });
    const got: string[] = [];
    const keep = {
      add: (trial: string) => {
        if (trial.includes('two')) throw new WirebenchError('STORE_WRITE_FAILED', 'full');
        got.push(trial);
      },
      failed: (trial: string, error: unknown) => got.push(`${trial} failed: ${error}`),
    };
    const closing = new AbortController();
    const fetching = machines.fetchLeftBehind(closing.signal, keep);
    await pass(300);
    expect(done).toEqual([]);
    // One still holds it, the other is back.
    beat('A', 'a', { lease: 'one12345' });
    beat('B', 'b');
    await pass(300);
    expect(done).toEqual(['read two12345']);
    expect(got).toEqual(['trial of two12345 failed: WirebenchError: full']);
    beat('A', 'a');
    await pass(300);
    expect(done).toEqual([
      'read two12345',
      'read one12345',
      'purge one12345',
      'forget left one12345',
    ]);
    done.length = 0;
    await clock.play(fetching, 61_000);
    expect(done).toEqual(['read six12345', 'purge six12345', 'forget left six12345']);
    done.length = 0;
    await close();
    expect(done).toEqual(['close reports false', 'close']);
  });
});
