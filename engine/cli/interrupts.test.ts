import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { folderOf, readExperimentFile, readToRun } from './experiment-file.ts';
import { aborted, interruptible, leaveWhenInterrupted } from './interrupts.ts';
import { joinText, natsAddressesOption } from './nats-options.ts';
import { clientOption, collect, placeOption, portOption } from './options.ts';
import { outputPath, prepareFolder, writeOutput } from './output-files.ts';
import { flush, say, writeResult } from './streams.ts';
import { surroundedBy, surroundings } from './surroundings.ts';

const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect', 'message'] as const;
const failing = (code: string) => expect.objectContaining({ code });

/** Notes how often the process would have ended, and removes the listeners that tests add. */
function watchedProcess() {
  const before = new Map(events.map((name) => [name, process.listeners(name as 'SIGINT')]));
  const exits: (number | undefined)[] = [];
  const spy = vi.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(code as number);
    return undefined as never;
  });
  onTestFinished(() => {
    spy.mockRestore();
    for (const name of events) {
      const kept = before.get(name) ?? [];
      for (const one of process.listeners(name as 'SIGINT'))
        if (!kept.includes(one)) process.off(name, one);
    }
  });
  const added = () =>
    events.map((name) => process.listenerCount(name) - (before.get(name)?.length ?? 0));
  return { exits, added };
}

function terminal(isTTY = true) {
  let text = '';
  const stderr = Object.assign(
    new PassThrough().on('data', (part: Buffer) => {
      text += part;
    }),
    { isTTY },
  );
  return {
    within: { stdin: new PassThrough(), stdout: new PassThrough(), stderr },
    text: () => text,
  };
}

describe('something interruptible', () => {
  it('has its own result, and no listeners left', async () => {
    const { added } = watchedProcess();
    const code = await interruptible('Stopping.', async (signal) => {
      expect([signal.aborted, added()]).toEqual([false, [1, 1, 1, 1, 1]]);
      return exitCodes.failed;
    });
    expect([code, added()]).toEqual([1, [0, 0, 0, 0, 0]]);
    await expect(
      interruptible('Stopping.', async () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(added()).toEqual([0, 0, 0, 0, 0]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)(
    'is ended by %s, whatever its result',
    async (name) => {
      const { exits } = watchedProcess();
      const { within, text } = terminal();
      const code = await surroundedBy(within, () =>
        interruptible('Stopping.', async (signal) => {
          process.emit(name as 'disconnect');
          await aborted(signal);
          // npx repeats what the terminal has sent already.
          process.emit('SIGINT', 'SIGINT');
          return exitCodes.done;
        }),
      );
      await surroundedBy(within, flush);
      expect([code, exits, text()]).toEqual([130, [], '\nStopping.\n']);
    },
  );

  it('ends at once with the second interrupt, later', async () => {
    const { exits } = watchedProcess();
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    onTestFinished(() => now.mockRestore());
    await surroundedBy(terminal(false).within, () =>
      interruptible('Stopping.', async () => {
        process.emit('SIGINT', 'SIGINT');
        now.mockReturnValue(1300);
        process.emit('SIGINT', 'SIGINT');
        expect(exits).toEqual([]);
        now.mockReturnValue(1301);
        process.emit('SIGINT', 'SIGINT');
        expect(exits).toEqual([130]);
        return exitCodes.done;
      }),
    );
  });

  it('counts an interrupt that the launcher reports as well only once', async () => {
    watchedProcess();
    const { within, text } = terminal(false);
    const act = (messages: unknown[]) =>
      surroundedBy(within, () =>
        interruptible('Stopping.', async (signal) => {
          for (const message of messages) process.emit('message', message, undefined);
          return signal.aborted ? exitCodes.failed : exitCodes.done;
        }),
      );
    expect(await act([{ interrupts: 0 }, { interrupts: 'x' }, 'no', null])).toBe(0);
    expect(await act([{ interrupts: 1 }])).toBe(130);
    await surroundedBy(within, flush);
    expect(text()).toBe('Stopping.\n');
  });

  it('says which error came while it ended, except the interrupt itself', async () => {
    watchedProcess();
    const thrown = async (error: Error) => {
      const { within, text } = terminal(false);
      const code = await surroundedBy(within, () =>
        interruptible('Stopping.', async () => {
          process.emit('SIGINT', 'SIGINT');
          throw error;
        }),
      );
      await surroundedBy(within, flush);
      return [code, text()];
    };
    const abort = Object.assign(new Error('aborted'), { name: 'AbortError' });
    expect(await thrown(abort)).toEqual([130, 'Stopping.\n']);
    expect(await thrown(new WirebenchError('STORE_CORRUPT', 'broken'))).toEqual([
      130,
      expect.stringMatching(/^Stopping\.\n.*broken \(STORE_CORRUPT\)/),
    ]);
  });
});

describe('the program', () => {
  it('ends with an interrupt that nothing else handles', async () => {
    const { exits } = watchedProcess();
    const others = process.listeners('SIGINT');
    process.removeAllListeners('SIGINT');
    onTestFinished(() => {
      for (const one of others) process.on('SIGINT', one);
    });
    leaveWhenInterrupted();
    process.emit('SIGINT', 'SIGINT');
    expect(exits).toEqual([130]);
    await surroundedBy(terminal(false).within, () =>
      interruptible('Stopping.', async () => {
        process.emit('SIGINT', 'SIGINT');
        return exitCodes.done;
      }),
    );
    expect(exits).toEqual([130]);
  });

  it('uses the streams of the process outside of a command', () => {
    expect(surroundings()).toBe(process);
    const { within } = terminal();
    expect(surroundedBy(within, surroundings)).toBe(within);
  });
});

describe('results', () => {
  const stdout = (error: (Error & { code?: string }) | null) => ({
    ...terminal().within,
    stdout: {
      write: (_text: unknown, done: (error: Error | null) => void) => done(error),
    } as never,
  });

  it('may lose their reader, and fail otherwise', async () => {
    const write = (error: (Error & { code?: string }) | null) =>
      surroundedBy(stdout(error), () => writeResult('x'));
    await expect(write(null)).resolves.toBeUndefined();
    await expect(
      write(Object.assign(new Error('gone'), { code: 'EPIPE' })),
    ).resolves.toBeUndefined();
    await expect(write(Object.assign(new Error('full'), { code: 'ENOSPC' }))).rejects.toThrow(
      failing('EXPORT_FAILED'),
    );
    await expect(write(new Error('other'))).rejects.toThrow(failing('EXPORT_FAILED'));
  });

  it('are sentences without control characters', async () => {
    const { within, text } = terminal();
    surroundedBy(within, () => say('a\u001b[2Jb'));
    await surroundedBy(within, flush);
    expect(text()).toBe('a [2Jb\n');
  });
});

describe('files', () => {
  it('are written where they are wanted', async () => {
    const folder = temporaryFolder({ 'there.txt': 'old' });
    expect(await outputPath(folder, 'a.json')).toBe(join(folder, 'a.json'));
    const there = join(folder, 'there.txt');
    expect(await outputPath(there, 'a.json')).toBe(there);
    expect(await outputPath(join(folder, 'new.txt'), 'a.json')).toBe(join(folder, 'new.txt'));
    await expect(outputPath(join(folder, 'no', 'new.txt'), 'a')).rejects.toThrow(
      failing('ARGUMENT_INVALID'),
    );
    await writeOutput(there, 'new');
    expect(readFileSync(there, 'utf8')).toBe('new');
    await expect(writeOutput(folder, 'x')).rejects.toThrow(failing('ARGUMENT_INVALID'));
    if (process.platform === 'linux')
      await expect(writeOutput('/dev/full', 'x')).rejects.toThrow(failing('EXPORT_FAILED'));
  });

  it('are in a folder that is made', async () => {
    const folder = temporaryFolder({ file: '' });
    await prepareFolder(join(folder, 'a', 'b'));
    await prepareFolder(join(folder, 'a', 'b'));
    writeFileSync(join(folder, 'a', 'b', 'c'), '');
    await expect(prepareFolder(join(folder, 'file'))).rejects.toThrow(failing('ARGUMENT_INVALID'));
    await expect(prepareFolder(join(folder, 'file', 'x'))).rejects.toThrow(
      failing('ARGUMENT_INVALID'),
    );
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0o500);
    if (process.getuid?.() !== 0) {
      await expect(prepareFolder(join(folder, 'closed'))).rejects.toThrow(
        failing('ARGUMENT_INVALID'),
      );
    }
  });

  it('of experiments are read with what they name beside them', async () => {
    const text =
      'wirebench: 1\nname: A\nfactors: {protocol: rest, users: 1}\nload: {model: closed, requests: 5}\n';
    const folder = temporaryFolder({ 'a.yaml': text });
    const path = join(folder, 'a.yaml');
    expect(await readExperimentFile(path)).toBe(text);
    expect([folderOf(path), folderOf('-')]).toEqual([folder, process.cwd()]);
    const { within, text: said } = terminal();
    const read = (set: string[]) => surroundedBy(within, () => readToRun(path, set));
    expect(await read(['factors.users=3'])).toMatchObject({
      folder,
      text: expect.stringContaining('users: 3'),
    });
    expect(await read(['load.model=x'])).toBeNull();
    await surroundedBy(within, flush);
    expect(said()).toContain(`${path}:`);
    await expect(readExperimentFile(join(folder, 'none'))).rejects.toThrow(
      failing('EXPERIMENT_UNREADABLE'),
    );
  });
});

describe('options', () => {
  it('parse ports and places', () => {
    expect(['0', '8080', '65535'].map(portOption)).toEqual([0, 8080, 65_535]);
    for (const wrong of ['65536', '-1', '1e3', '', '123456', ' 1'])
      expect(() => portOption(wrong)).toThrow();
    expect(placeOption('lab:1')).toEqual({ host: 'lab', port: 1 });
    expect(placeOption('[::1]:65535')).toEqual({ host: '::1', port: 65_535 });
    for (const wrong of ['lab', 'lab:0', 'lab:65536', '::1:1', ':1', '[]:1'])
      expect(() => placeOption(wrong)).toThrow();
    expect(collect('b', ['a'])).toEqual(['a', 'b']);
    expect(clientOption().defaultValue).toBe('raw');
  });

  it('parse addresses of NATS', () => {
    const one = natsAddressesOption('lab:4222');
    expect(joinText(one)).toBe('lab:4222');
    expect(joinText(natsAddressesOption('nats://a:1,nats://b:2'))).toBe('nats://a:1,nats://b:2');
    expect(() => natsAddressesOption('a:0')).toThrow(failing('commander.invalidArgument'));
  });
});

it.each([
  ['ARGUMENT_INVALID', 2],
  ['RUN_NOT_FOUND', 2],
  ['USERS_EXCEED_LIMIT', 2],
  ['INTERNAL', 1],
  ['STORE_WRITE_FAILED', 1],
] as const)('%s is the exit code %d', (code, exit) => {
  expect(exitCodeOf(code)).toBe(exit);
});
