import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  MessageChannelMain,
  MessagePortMain,
  OpenDialogOptions,
  SaveDialogOptions,
  WebContents,
} from 'electron';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { commandsOf } from '../contracts/commands.ts';
import type { EngineEnd } from '../contracts/shell.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { EngineKeeper } from './engine-keeper.ts';
import type { EngineProcess } from './engine-process.ts';
import { Files } from './files.ts';
import { readJson, writeJson } from './json-file.ts';
import { KnownFiles } from './known-files.ts';
import { menuTemplate } from './menu.ts';
import { isOwnPage, mayLoad, startPage } from './origin.ts';
import { unwrap } from './reply.ts';

describe('the keeper of the engine', () => {
  class MadeEngine extends EventEmitter {
    readonly ports: string[] = [];
    readonly calls: string[] = [];
    connect(port: MessagePortMain) {
      this.ports.push(port as unknown as string);
    }
    requestStop() {
      this.calls.push('stop');
    }
    kill() {
      this.calls.push('kill');
      this.emit('exit', 'ended by SIGKILL');
    }
  }

  /** A keeper whose clock the test sets; windows note the ports that they get. */
  function keeping() {
    const clock = { now: 100_000 };
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
    onTestFinished(() => now.mockRestore());
    const engines: MadeEngine[] = [];
    const ends: EngineEnd[] = [];
    const failures: unknown[] = [];
    let channels = 0;
    const keeper = new EngineKeeper(
      () => {
        const engine = new MadeEngine();
        engines.push(engine);
        return engine as unknown as EngineProcess;
      },
      () => {
        channels += 1;
        return {
          port1: `engine ${channels}`,
          port2: `window ${channels}`,
        } as unknown as MessageChannelMain;
      },
      { failed: (error) => failures.push(error), ended: (end) => ends.push(end) },
    );
    const window = (isDestroyed = false) => {
      const ports: unknown[] = [];
      const contents = {
        isDestroyed: () => isDestroyed,
        postMessage: (_name: string, _message: unknown, sent: unknown[]) => ports.push(...sent),
      };
      return { contents: contents as unknown as WebContents, ports };
    };
    return { clock, engines, ends, failures, keeper, window };
  }

  it('starts one engine for all windows', () => {
    const { engines, keeper, window, failures } = keeping();
    const [one, two, gone] = [window(), window(), window(true)];
    keeper.connect(gone.contents);
    expect([engines.length, gone.ports]).toEqual([0, []]);
    keeper.connect(one.contents);
    keeper.connect(two.contents);
    expect(engines.map(({ ports }) => ports)).toEqual([['engine 1', 'engine 2']]);
    expect([one.ports, two.ports]).toEqual([['window 1'], ['window 2']]);
    expect(keeper.home).toBeNull();
    engines[0]?.emit('ready', { home: '/home', database: '/home/db' });
    expect(keeper.home).toEqual({ home: '/home', database: '/home/db' });
    engines[0]?.emit('failed', { code: 'INTERNAL', message: 'no' });
    expect(failures).toEqual([{ code: 'INTERNAL', message: 'no' }]);
  });

  it('starts another after one has ended, the second time only when the user wants it', () => {
    const { clock, engines, ends, keeper, window } = keeping();
    const one = window();
    keeper.connect(one.contents);
    clock.now += 60_000;
    engines[0]?.emit('exit', 'ended with code 1');
    expect(ends).toEqual([{ reason: 'ended with code 1', restarting: true }]);
    keeper.restart();
    expect(engines).toHaveLength(1);
    keeper.connect(one.contents);
    expect(engines).toHaveLength(2);
    clock.now += 60_000;
    engines[1]?.emit('exit', 'ended by SIGKILL');
    expect(ends[1]).toEqual({ reason: 'ended by SIGKILL', restarting: false });
    keeper.connect(one.contents);
    expect([engines.length, one.ports.length]).toEqual([2, 2]);
    keeper.restart();
    expect([engines.length, one.ports.length]).toEqual([3, 3]);
    keeper.restart();
    expect([engines.length, one.ports.length]).toEqual([3, 3]);
  });

  it('waits before it starts another after one that lived shortly', () => {
    const { clock, engines, keeper, window } = keeping();
    const timer = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timer.mockRestore());
    const acts: [() => void, number | undefined][] = [];
    timer.mockImplementation(((act: () => void, ms?: number) => acts.push([act, ms])) as never);
    const one = window();
    keeper.connect(one.contents);
    clock.now += 4999;
    engines[0]?.emit('exit', 'ended with code 1');
    keeper.connect(one.contents);
    expect([engines.length, acts.map(([, ms]) => ms)]).toEqual([1, [1000]]);
    acts[0]?.[0]();
    expect(engines).toHaveLength(2);
  });

  it('ends its engine for good', async () => {
    const { engines, ends, keeper, window } = keeping();
    await keeper.stop();
    const later = keeping();
    const one = window();
    later.keeper.connect(one.contents);
    const stopped = later.keeper.stop();
    expect(later.engines[0]?.calls).toEqual(['stop']);
    later.engines[0]?.emit('exit', 'ended with code 0');
    await stopped;
    later.keeper.connect(one.contents);
    expect([later.ends, later.engines.length, engines.length, ends.length]).toEqual([[], 1, 0, 0]);
  });

  it('kills an engine that does not end', async () => {
    const { engines, keeper, window } = keeping();
    const timer = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timer.mockRestore());
    let late: [() => void, number | undefined] | undefined;
    timer.mockImplementation(((act: () => void, ms?: number) => {
      late = [act, ms];
      return 0;
    }) as never);
    keeper.connect(window().contents);
    const stopped = keeper.stop();
    expect(late?.[1]).toBe(8000);
    late?.[0]();
    await stopped;
    expect(engines[0]?.calls).toEqual(['stop', 'kill']);
  });
});

describe('files of the window', () => {
  const text = 'wirebench: 1\n';
  function opening(files: Record<string, string> = {}, chosen: string | null = null) {
    const folder = temporaryFolder(files);
    const asked: (OpenDialogOptions | SaveDialogOptions)[] = [];
    const path = chosen === null ? null : join(folder, chosen);
    const dialogs = {
      open: async (options: OpenDialogOptions) => {
        asked.push(options);
        return { canceled: path === null, filePaths: path === null ? [] : [path] };
      },
      save: async (options: SaveDialogOptions) => {
        asked.push(options);
        return { canceled: path === null, filePath: path ?? '' };
      },
      documents: () => '/documents',
    };
    const known = new KnownFiles(join(folder, 'state', 'files.json'));
    let changes = 0;
    const made = new Files(dialogs, known, () => {
      changes += 1;
    });
    return {
      folder,
      asked,
      known,
      files: made,
      changes: () => changes,
      at: (name: string) => join(folder, name),
    };
  }
  const save = (part: object = {}) => ({
    suggestedName: 'a.yaml',
    path: null,
    mediaType: 'application/yaml',
    content: text,
    ...part,
  });

  it('are opened where the user chooses, and again from the recent ones', async () => {
    const { files, known, changes, at, asked } = opening({ 'a.yaml': text }, 'a.yaml');
    expect(await files.open()).toEqual({ path: at('a.yaml'), name: 'a.yaml', text });
    expect(asked[0]).toMatchObject({
      properties: ['openFile'],
      filters: [{ extensions: ['yaml', 'yml', 'json'] }, { extensions: ['*'] }],
    });
    expect([known.recent(), changes()]).toEqual([[{ path: at('a.yaml'), name: 'a.yaml' }], 1]);
    expect((await files.openRecent(at('a.yaml'))).text).toBe(text);
    await expect(files.openRecent(at('b.yaml'))).rejects.toThrow(
      expect.objectContaining({ code: 'UNAUTHORIZED' }),
    );
    expect(await opening().files.open()).toBeNull();
  });

  it('are forgotten when they cannot be opened', async () => {
    const { files, known, changes, at } = opening({ 'a.yaml': text });
    known.addExperiment(at('gone.yaml'));
    await expect(files.openPath(at('gone.yaml'))).rejects.toThrow(
      expect.objectContaining({ code: 'EXPERIMENT_UNREADABLE' }),
    );
    expect([known.recent(), changes()]).toEqual([[], 1]);
  });

  it('are runs, too', async () => {
    const { files, asked } = opening({ 'a.wbrun': 'bytes' }, 'a.wbrun');
    expect(await files.openRun()).toEqual({ name: 'a.wbrun', content: expect.any(Uint8Array) });
    expect(asked[0]).toMatchObject({ filters: [{ extensions: ['wbrun'] }, { extensions: ['*'] }] });
    expect(await opening().files.openRun()).toBeNull();
  });

  it('are saved where the user chooses, and there again without asking', async () => {
    const { files, known, at, asked, changes, folder } = opening({}, 'new.yaml');
    expect(await files.save(save())).toEqual({ path: at('new.yaml'), name: 'new.yaml' });
    expect(asked[0]).toMatchObject({
      defaultPath: join('/documents', 'a.yaml'),
      filters: [{ name: 'YAML', extensions: ['yaml'] }, { extensions: ['*'] }],
    });
    expect([readFileSync(at('new.yaml'), 'utf8'), known.recent().length, changes()]).toEqual([
      text,
      1,
      1,
    ]);
    await files.save(save({ path: at('new.yaml'), content: 'again' }));
    expect([readFileSync(at('new.yaml'), 'utf8'), asked.length]).toEqual(['again', 1]);
    await files.save(save({ path: at('other.yaml'), suggestedName: '../up' }));
    expect(asked[1]).toMatchObject({
      defaultPath: join(folder, 'up'),
      filters: [{ extensions: ['*'] }],
    });
    await files.save(save({ suggestedName: 'b.yaml' }));
    expect(asked[2]).toMatchObject({ defaultPath: join(folder, 'b.yaml') });
    const cancelled = opening();
    expect(await cancelled.files.save(save())).toBeNull();
  });

  it('are recent only as experiments', async () => {
    const exported = opening({}, 'a.csv');
    await exported.files.save(save({ suggestedName: 'a.csv', mediaType: 'text/csv' }));
    expect([
      exported.known.recent(),
      exported.known.wasChosen(exported.at('a.csv')),
      exported.changes(),
    ]).toEqual([[], true, 0]);
    const json = opening({}, 'a.json');
    await json.files.save(save({ mediaType: 'application/json' }));
    expect(json.known.recent()).toEqual([]);
  });

  it('are saved together in a new folder', async () => {
    const { files, at, asked } = opening({ 'reports/x': '' }, 'reports');
    const request = {
      suggestedName: 'Report',
      files: [{ name: 'a.csv', mediaType: 'text/csv', content: 'a' }],
    };
    expect(await files.saveFolder(request)).toEqual({ path: at('reports/Report'), name: 'Report' });
    expect(readFileSync(at('reports/Report/a.csv'), 'utf8')).toBe('a');
    expect(asked[0]).toMatchObject({ properties: ['openDirectory', 'createDirectory'] });
    expect(await opening().files.saveFolder(request)).toBeNull();
  });

  it('answer the calls of the window', async () => {
    const { files, at } = opening({ 'a.yaml': text }, 'a.yaml');
    const answers = new Map<string, (...args: never[]) => unknown>();
    files.serve(((channel: { name: string }, respond: (...args: never[]) => unknown) =>
      answers.set(channel.name, respond)) as never);
    expect(answers.size).toBe(6);
    await answers.get('shell:open-file')?.();
    expect(await answers.get('shell:recent-files')?.()).toEqual([
      { path: at('a.yaml'), name: 'a.yaml' },
    ]);
  });
});

describe('the menu', () => {
  const sent: string[] = [];
  const actions = {
    send: (name: string) => sent.push(name),
    openRecent: (path: string) => sent.push(path),
  };
  type Item = {
    id?: string;
    label?: string;
    role?: string;
    accelerator?: string;
    enabled?: boolean;
    submenu?: Item[];
    click?: () => void;
  };
  const menus = (recent: { path: string; name: string }[] = [], isPackaged = true) =>
    menuTemplate(actions as never, recent, isPackaged) as unknown as Item[];
  const all = (items: readonly Item[]): Item[] =>
    items.flatMap((item) => [item, ...all(item.submenu ?? [])]);

  it('has every command, with its keys', () => {
    const items = all(menus()).filter(({ id }) => id !== undefined);
    const groups = (['File', 'Run', 'Go to', 'Help'] as const).flatMap(commandsOf);
    expect(items.map(({ id }) => id)).toEqual(groups.map(({ name }) => name));
    expect(items.map(({ accelerator }) => accelerator)).toEqual(
      groups.map(({ keys }) => keys?.replace('Mod', 'CmdOrCtrl')),
    );
    for (const item of items) item.click?.();
    expect(sent.splice(0)).toEqual(items.map(({ id }) => id));
  });

  it('opens recent files', () => {
    const recent = (items: Item[]) => all(items).find(({ label }) => label === 'Open &Recent');
    expect(recent(menus())).toMatchObject({ enabled: false, submenu: [] });
    const some = recent(menus([{ path: '/a/b.yaml', name: 'b.yaml' }]));
    expect(some).toMatchObject({
      enabled: true,
      submenu: [{ label: 'b.yaml', toolTip: '/a/b.yaml' }],
    });
    some?.submenu?.[0]?.click?.();
    expect(sent.splice(0)).toEqual(['/a/b.yaml']);
  });

  it('has tools for developers only where it is not packaged', () => {
    const roles = (isPackaged: boolean) => all(menus([], isPackaged)).map(({ role }) => role);
    expect(roles(true)).not.toContain('toggleDevTools');
    expect(roles(false)).toContain('toggleDevTools');
  });
});

describe('pages', () => {
  it.each([
    [startPage, true, true],
    ['app://wirebench/other.js', true, true],
    ['app://other/index.html', false, false],
    ['https://wirebench/index.html', false, false],
    ['data:text/html,x', false, true],
    ['blob:app://wirebench/1', false, true],
    ['devtools://devtools/x', false, true],
    ['http://data:80/', false, false],
    ['no address', false, false],
  ])('%s are its own: %s, and may be loaded: %s', (url, own, loaded) => {
    expect([isOwnPage(url), mayLoad(url)]).toEqual([own, loaded]);
  });
});

it('an answer of main is unwrapped', () => {
  expect(unwrap({ ok: true, value: 5 })).toBe(5);
  expect(() => unwrap({ ok: false, error: { code: 'INTERNAL', message: 'broken' } })).toThrow(
    new Error('broken'),
  );
  expect(() => unwrap({ ok: false })).toThrow();
  expect(() => unwrap('x')).toThrow();
});

it('a small file of state is read back, or its fallback', () => {
  const folder = temporaryFolder({ 'bad.json': '{', 'other.json': '{"a":"x"}' });
  const schema = z.object({ a: z.number() });
  const path = join(folder, 'new', 'state.json');
  writeJson(path, { a: 1 });
  expect(readJson(path, schema, { a: 0 })).toEqual({ a: 1 });
  expect(existsSync(`${path}.${process.pid}`)).toBe(false);
  for (const name of ['bad.json', 'other.json', 'none.json']) {
    expect(readJson(join(folder, name), schema, { a: 0 })).toEqual({ a: 0 });
  }
});
