import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { calibrationSchema } from '../../../contracts/calibration.ts';
import type { CheckedExperiment, RunEvent, RunProgress } from '../../../contracts/engine-api.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import { makeHead, makePlanned, makeResult, testProgress } from '../../../tests/support/records.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import type { Engine } from '../../api/engine.ts';
import { buildDocument } from '../../report/document.ts';
import { measureCeilings } from '../measure-ceilings.ts';
import type { ProgressView } from '../progress/progress.ts';
import { surroundedBy } from '../surroundings.ts';
import { confirmAll } from './consent.ts';
import { followRun } from './follow-run.ts';
import { measure } from './measure.ts';
import { writeOutputs } from './outcome.ts';

type Plan = NonNullable<CheckedExperiment['plan']>;
const file = { text: 'text', folder: '/here' };
const ended: RunEvent = { type: 'end', progress: testProgress };
const document = buildDocument(makeHead({ id: 'a' }), [makeResult('one')]);

/** An engine that notes the calls that it gets. */
function madeEngine({
  plan = {},
  events = [ended] as (RunEvent | (() => void))[],
  stop = async () => ({}),
}: {
  plan?: Partial<Plan>;
  events?: (RunEvent | (() => void))[];
  stop?: () => Promise<object>;
} = {}) {
  const calls: string[] = [];
  const call = (name: string, input: unknown) => calls.push(`${name} ${JSON.stringify(input)}`);
  const said = { warnings: [], unconfirmedHosts: [], unconfirmedCommands: [], ...plan };
  const client = {
    experiments: { check: async () => ({ problems: [], plan: said }) },
    hosts: { confirm: async (input: unknown) => call('host', input) },
    commands: { confirm: async (input: unknown) => call('command', input) },
    runs: {
      start: async (input: unknown) => {
        call('start', input);
        return { runId: 'a' };
      },
      stop: async (input: unknown) => {
        call('stop', input);
        return stop();
      },
      watch: async function* watch() {
        for (const event of events) {
          if (typeof event === 'function') event();
          else yield event;
        }
      },
      get: async () => document,
      export: async ({ format }: { format: string }) => ({
        name: '',
        mediaType: '',
        text: `as ${format}`,
      }),
    },
  };
  return { engine: { client } as unknown as Engine, calls };
}

/** Acts at a terminal where these lines are typed, or without one. */
async function spoken(act: () => Promise<unknown>, typed: string | null = null) {
  let text = '';
  const output = () =>
    Object.assign(
      new PassThrough().on('data', (part: Buffer) => {
        text += part;
      }),
      { isTTY: typed !== null },
    );
  const stdin = Object.assign(new PassThrough(), { isTTY: typed !== null });
  stdin.end(typed ?? '');
  const stderr = output();
  const result = await surroundedBy({ stdin, stdout: output(), stderr }, act).catch(
    (error: unknown) => error,
  );
  stderr.end();
  return { result, text };
}

const never = new AbortController().signal;
const refused = (code: string) => expect.objectContaining({ code });

describe('consent', () => {
  const command = { key: 'k', command: 'rm -r x', folder: '/here', env: ['A=1', 'B=2'] };
  const confirm = (plan: Partial<Plan>, consent: object, typed: string | null = null) => {
    const { engine, calls } = madeEngine({ plan });
    const given = { allowHost: [], ...consent };
    return spoken(() => confirmAll(engine, file, given, never), typed).then((said) => ({
      ...said,
      calls,
    }));
  };

  it('is needed for each host and program', async () => {
    const hosts = { unconfirmedHosts: ['lab.example', 'other.example'] };
    expect((await confirm(hosts, {})).result).toEqual(refused('HOST_NOT_CONFIRMED'));
    const some = await confirm(hosts, { allowHost: ['LAB.example'] });
    expect([some.result, some.calls]).toEqual([
      refused('HOST_NOT_CONFIRMED'),
      ['host {"host":"lab.example"}'],
    ]);
    const { result } = await confirm({ unconfirmedCommands: [command] }, {});
    expect(result).toEqual(refused('COMMAND_NOT_CONFIRMED'));
    expect((result as Error).message).toContain('\n  rm -r x\n  in /here\n  with A=1 B=2');
  });

  it('may be given in advance', async () => {
    const plan = {
      unconfirmedHosts: ['lab.example'],
      unconfirmedCommands: [command, { ...command, key: 'l', env: [] }],
    };
    const { result, calls } = await confirm(plan, {
      allowHost: ['lab.example', 'tried.example'],
      allowCommands: true,
    });
    expect(result).toBeUndefined();
    expect(calls).toEqual([
      'host {"host":"lab.example"}',
      'host {"host":"tried.example"}',
      'command {"key":"k"}',
      'command {"key":"l"}',
    ]);
  });

  it.each([
    ['y\n', true],
    [' YES \n', true],
    ['n\n', false],
    ['yes please\n', false],
    ['', false],
  ])('may be typed: %j', async (typed, given) => {
    const { result, calls, text } = await confirm({ unconfirmedCommands: [command] }, {}, typed);
    expect(text).toContain('  rm -r x\n  in /here\n  with A=1 B=2\nStart it [y/N]: ');
    expect(calls).toEqual(given ? ['command {"key":"k"}'] : []);
    expect(result).toEqual(given ? undefined : refused('COMMAND_NOT_CONFIRMED'));
    const host = await confirm({ unconfirmedHosts: ['lab.example'] }, {}, typed);
    expect(host.calls).toEqual(given ? ['host {"host":"lab.example"}'] : []);
  });

  it('is not asked after an interrupt', async () => {
    const { engine, calls } = madeEngine({
      plan: { unconfirmedHosts: ['lab.example'], unconfirmedCommands: [command] },
    });
    const { result } = await spoken(() =>
      confirmAll(engine, file, { allowHost: [] }, AbortSignal.abort()),
    );
    expect([result, calls]).toEqual([undefined, []]);
  });
});

describe('following a run', () => {
  const shown = () => {
    const events: string[] = [];
    const view: ProgressView = {
      show: ({ type }) => events.push(type),
      close: () => events.push('closed'),
    };
    return { events, view };
  };
  const snapshot: RunEvent = { type: 'snapshot', progress: testProgress, points: [] };

  it('shows its events to the end', async () => {
    const { engine, calls } = madeEngine({ events: [snapshot, ended, snapshot] });
    const { events, view } = shown();
    expect(await followRun(engine, 'a', view, never)).toBeNull();
    expect([events, calls]).toEqual([['snapshot', 'end', 'closed'], []]);
  });

  it('says what could not be stored', async () => {
    const unstored = { code: 'STORE_WRITE_FAILED', message: 'full' } as const;
    const progress: RunProgress = { ...testProgress, unstored };
    const { engine } = madeEngine({ events: [{ type: 'end', progress }] });
    expect(await followRun(engine, 'a', shown().view, never)).toEqual(unstored);
  });

  it('stops it once when it is interrupted', async () => {
    const controller = new AbortController();
    const { engine, calls } = madeEngine({ events: [snapshot, () => controller.abort(), ended] });
    await followRun(engine, 'a', shown().view, controller.signal);
    expect(calls).toEqual(['stop {"runId":"a"}']);
    const before = madeEngine({ events: [snapshot, ended] });
    await followRun(before.engine, 'a', shown().view, AbortSignal.abort());
    expect(before.calls).toEqual(['stop {"runId":"a"}']);
  });

  it.each([
    ['RUN_NOT_ACTIVE', false],
    ['STORE_CORRUPT', true],
  ] as const)('that has ended by itself, or cannot be stopped: %s', async (code, fails) => {
    const stop = async () => {
      throw new WirebenchError(code, 'no');
    };
    const { engine } = madeEngine({ stop });
    const { events, view } = shown();
    const following = followRun(engine, 'a', view, AbortSignal.abort());
    if (fails) await expect(following).rejects.toThrow(refused(code));
    else expect(await following).toBeNull();
    expect(events.at(-1)).toBe('closed');
  });
});

describe('measuring', () => {
  const run = (
    options: object,
    plan: Partial<Plan> = {},
    signal = never,
    events: RunEvent[] = [ended],
  ) => {
    const { engine, calls } = madeEngine({ plan, events });
    const given = { allowHost: [], ...options };
    return spoken(() => measure(engine, file, given, signal)).then((said) => ({ ...said, calls }));
  };

  it('says warnings, asks, starts and follows', async () => {
    const trial = { ...makePlanned(), status: 'running' as const, result: null };
    const progress = { ...testProgress, trials: [trial], current: 0 };
    const { result, text, calls } = await run({}, { warnings: ['Mind this.'] }, never, [
      { type: 'snapshot', progress, points: [] },
      {
        type: 'end',
        progress: { ...progress, unstored: { code: 'STORE_WRITE_FAILED', message: 'full' } },
      },
    ]);
    expect(result).toBe(document);
    expect(calls).toEqual(['start {"text":"text","folder":"/here"}']);
    expect(text).toMatch(/^Mind this\.\n/);
    expect(text).toContain('rest · small');
    expect(text).toContain('(STORE_WRITE_FAILED)');
  });

  it('may be quiet, and ends before the start when it is interrupted', async () => {
    const quiet = await run({ quiet: true }, { warnings: ['Mind this.'] });
    expect([quiet.result, quiet.text]).toEqual([document, '']);
    const stopped = await run({}, {}, AbortSignal.abort());
    expect([stopped.result, stopped.calls]).toEqual([undefined, []]);
  });

  it('needs consent', async () => {
    const host = await run({}, { unconfirmedHosts: ['lab.example'] });
    expect([host.result, host.calls]).toEqual([refused('HOST_NOT_CONFIRMED'), []]);
    const commands = { unconfirmedCommands: [{ key: 'k', command: 'x', folder: '/', env: [] }] };
    expect((await run({}, commands)).result).toEqual(refused('COMMAND_NOT_CONFIRMED'));
    expect((await run({ allowCommands: true }, commands)).calls).toEqual([
      'command {"key":"k"}',
      'start {"text":"text","folder":"/here"}',
    ]);
  });
});

it('a run is written to a folder in every format but samples', async () => {
  const folder = temporaryFolder();
  const paths = await writeOutputs(madeEngine().engine, 'a', folder);
  const names = ['result.json', 'result.csv', 'report.html', 'latency.hgrm'];
  expect(paths).toEqual(names.map((name) => join(folder, name)));
  expect(readdirSync(folder).sort()).toEqual(names.toSorted());
  expect(readFileSync(join(folder, 'result.csv'), 'utf8')).toBe('as csv');
  expect(readFileSync(join(folder, 'latency.hgrm'), 'utf8')).toBe('as hgrm');
});

describe('ceilings', () => {
  const ceiling = {
    protocol: 'rest',
    client: 'raw',
    tls: true,
    throughputRps: 12_345,
    cpuUs: 80,
    utilization: 1,
    workerBound: true,
  } as const;
  const calibration = calibrationSchema.parse({
    at: '2026-03-01T10:00:00.000Z',
    seconds: 2,
    ceilings: [ceiling],
    environment: makeHead().environment,
  });
  const measured = (events: object[]) => {
    const run = async function* run() {
      yield* events;
    };
    const engine = { client: { calibration: { run: async () => run() } } } as unknown as Engine;
    return spoken(() => measureCeilings(engine, 2, never));
  };

  it('are said one by one', async () => {
    const one = { type: 'ceiling', ceiling, done: 1, of: 28 };
    const two = { ...one, ceiling: { ...ceiling, tls: false, throughputRps: 99.95 }, done: 2 };
    const { result, text } = await measured([one, two, { type: 'end', calibration }]);
    expect(result).toBe(calibration);
    expect(text).toBe('1/28 rest raw, tls on: 12,345 req/s\n2/28 rest raw, tls off: 100 req/s\n');
    expect((await measured([one])).result).toBeNull();
  });
});
