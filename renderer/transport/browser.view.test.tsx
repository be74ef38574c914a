import { expect, it, onTestFinished, vi } from 'vitest';
import type { SaveFolderRequest } from '../../contracts/shell.ts';
import { answering } from '../../tests/support/dom/answering.tsx';
import { saveFolder } from './browserFolder.ts';
import { notify } from './browserManners.ts';
import { createBrowserShell } from './browserShell.ts';

const cancelled = new DOMException('', 'AbortError');

/** Gives the window a function that browsers may lack. */
function given<Spy extends (...args: never[]) => unknown>(name: string, value: Spy): Spy {
  Object.defineProperty(window, name, { value, configurable: true, writable: true });
  onTestFinished(() => void Reflect.deleteProperty(window, name));
  return value;
}

/** What was downloaded: name and content. */
function downloads(): { name: string; type: string; text: string }[] {
  const found: { name: string; type: string; text: string }[] = [];
  const blobs: Blob[] = [];
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:a';
    }),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      const blob = blobs.at(-1);
      found.push({ name: this.download, type: blob?.type ?? '', text: `${blob?.size}` });
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return found;
}

/** Answers the next file inputs; null cancels. @returns what each accepts. */
function choosing(...files: (File | null)[]): string[] {
  const accepted: string[] = [];
  const spy = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    accepted.push(`${this.type} ${this.accept}`);
    const file = files.shift() ?? null;
    if (file) Object.defineProperty(this, 'files', { value: [file] });
    this.dispatchEvent(new Event(file ? 'change' : 'cancel'));
  });
  onTestFinished(() => spy.mockRestore());
  return accepted;
}

/** A file that a picker gives, and what was written to it. */
function handle(name: string, text = '') {
  const written: unknown[] = [];
  return {
    name,
    written,
    getFile: async () => ({ text: async () => text }),
    createWritable: async () => ({
      write: async (content: unknown) => void written.push(content),
      close: async () => void written.push('closed'),
    }),
  };
}

const request = { suggestedName: 'a.yaml', path: null, mediaType: 'text/yaml', content: 'ü' };

it('opens and saves files where the browser has no pickers', async () => {
  const shell = createBrowserShell();
  expect(shell.kind).toBe('browser');
  const accepted = choosing(null, new File(['name: A'], 'a.yaml'));
  expect(await shell.openFile()).toBeNull();
  expect(await shell.openFile()).toEqual({ path: null, name: 'a.yaml', text: 'name: A' });
  expect(accepted).toEqual(Array(2).fill('file .yaml,.yml,.json'));
  const saved = downloads();
  expect(await shell.saveFile(request)).toEqual({ path: null, name: 'a.yaml' });
  await shell.saveFile({ ...request, content: Uint8Array.of(1, 2, 3) });
  expect(saved).toEqual([
    { name: 'a.yaml', type: 'text/yaml', text: '2' },
    { name: 'a.yaml', type: 'text/yaml', text: '3' },
  ]);
});

it('opens and saves files by pickers, and again without asking', async () => {
  const shell = createBrowserShell();
  const [first, second, third] = [handle('a.yaml', 'A'), handle('b.yaml'), handle('c.yaml')];
  const open = given(
    'showOpenFilePicker',
    vi.fn(async (_options: object) => [first]),
  );
  const save = given(
    'showSaveFilePicker',
    vi.fn(async (_options: object) => second),
  );
  const opened = await shell.openFile();
  expect(opened).toMatchObject({ name: 'a.yaml', text: 'A' });
  expect(open.mock.calls[0]?.[0]).toMatchObject({
    types: [{ accept: { 'application/yaml': ['.yaml', '.yml'], 'application/json': ['.json'] } }],
  });
  const again = await shell.saveFile({ ...request, path: opened?.path ?? null });
  expect(again).toEqual({ path: opened?.path, name: 'a.yaml' });
  expect(first.written).toEqual(['ü', 'closed']);
  expect(save).not.toHaveBeenCalled();
  const saved = await shell.saveFile({ ...request, content: Uint8Array.of(1) });
  expect(save.mock.calls).toEqual([[{ suggestedName: 'a.yaml' }]]);
  expect(second.written).toEqual([Uint8Array.of(1), 'closed']);
  save.mockResolvedValueOnce(third);
  const other = await shell.saveFile(request);
  const paths = [opened, saved, other].map((file) => file?.path);
  expect(new Set(paths).size).toBe(3);
  await shell.saveFile({ ...request, path: saved?.path ?? null });
  expect([second.written.length, third.written.length]).toEqual([4, 2]);
});

it('says nothing of a picker that was closed, and passes on what failed', async () => {
  const shell = createBrowserShell();
  const [open, save] = ['showOpenFilePicker', 'showSaveFilePicker'].map((name) =>
    given(
      name,
      vi.fn((): Promise<unknown> => Promise.reject(cancelled)),
    ),
  );
  expect(await shell.openFile()).toBeNull();
  expect(await shell.saveFile(request)).toBeNull();
  open?.mockResolvedValueOnce([]);
  expect(await shell.openFile()).toBeNull();
  const denied = new DOMException('', 'SecurityError');
  for (const mock of [open, save]) mock?.mockRejectedValueOnce(denied);
  await expect(shell.openFile()).rejects.toBe(denied);
  await expect(shell.saveFile(request)).rejects.toBe(denied);
});

it('revokes the address of a download after a minute', async () => {
  downloads();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  onTestFinished(() => revoked.mockRestore());
  await createBrowserShell().saveFile(request);
  vi.advanceTimersByTime(59_999);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoked.mock.calls).toEqual([['blob:a']]);
});

it('asks for a run file, not larger than 256 MiB', async () => {
  const shell = createBrowserShell();
  const sized = (size: number) =>
    Object.defineProperty(new File([Uint8Array.of(7)], 'r.wbrun'), 'size', { value: size });
  const accepted = choosing(null, sized(1024 ** 2 * 256), sized(1024 ** 2 * 256 + 1));
  expect(await shell.openRunFile()).toBeNull();
  expect(await shell.openRunFile()).toEqual({ name: 'r.wbrun', content: Uint8Array.of(7) });
  await expect(shell.openRunFile()).rejects.toThrow('r.wbrun is too large for a run file.');
  expect(accepted[0]).toBe('file .wbrun');
});

it('has nothing that only the desktop has', async () => {
  answering({ 'app.info': () => ({ version: '1.2.3' }) });
  const shell = createBrowserShell();
  expect(await shell.openRecent('a')).toBeNull();
  expect(await shell.recentFiles()).toEqual([]);
  expect(await shell.printPdf('')).toBeNull();
  expect(await shell.showPath('home')).toBe(false);
  expect(await shell.checkForUpdate()).toMatchObject({
    current: '1.2.3',
    latest: null,
    newer: false,
  });
  const off = [shell.onFileOpened, shell.onMenuCommand, shell.onRouteAsked, shell.onEngineEnded];
  for (const on of off) expect(on(() => undefined)()).toBeUndefined();
  for (const call of [shell.setProgress(1), shell.setZoom(1), shell.restartEngine()])
    expect(await call).toBeUndefined();
});

const folder = (names: readonly string[], plain = 'a.md'): SaveFolderRequest => ({
  suggestedName: names[0] ?? '',
  files: [
    { name: plain, mediaType: 'text/markdown', content: 'A' },
    { name: 'b.bin', mediaType: 'application/octet-stream', content: Uint8Array.of(1, 2) },
  ],
});

/** A folder with folders and files of these names, and what was made in it. */
function parent(taken: readonly string[], files: readonly string[]) {
  const made: string[] = [];
  const written = new Map<string, unknown[]>();
  const getDirectoryHandle = async (name: string, { create = false } = {}) => {
    if (files.includes(name)) throw new DOMException('', 'TypeMismatchError');
    if (!create && !taken.includes(name)) throw new DOMException('', 'NotFoundError');
    if (create) made.push(name);
    const getFileHandle = async (file: string, options: object) => {
      const one = handle(file);
      expect(options).toEqual({ create: true });
      written.set(file, one.written);
      return one;
    };
    return { name, getFileHandle };
  };
  const pick = given(
    'showDirectoryPicker',
    vi.fn(async () => ({ getDirectoryHandle })),
  );
  return { made, written, pick };
}

it.each([
  ['Mine', [], [], 'Mine'],
  ['Mine', ['Mine'], ['Mine 2'], 'Mine 3'],
  [' .a/b:c. ', [], [], 'a-b-c'],
  ['..', [], [], 'Wirebench export'],
  ['é'.repeat(90), [], [], 'é'.repeat(80)],
])('saves files into a new folder: %s', async (name, taken, files, expected) => {
  const { made, written, pick } = parent(taken, files);
  expect(await saveFolder(folder([name]))).toEqual({ path: null, name: expected });
  expect(made).toEqual([expected]);
  expect([...written]).toEqual([
    ['a.md', ['A', 'closed']],
    ['b.bin', [Uint8Array.of(1, 2), 'closed']],
  ]);
  expect(pick.mock.calls).toEqual([[{ mode: 'readwrite' }]]);
});

it('writes no folder where it is cancelled, refused or full', async () => {
  await expect(saveFolder(folder(['a'], '../a'))).rejects.toThrow('../a is not a plain file name.');
  given('showDirectoryPicker', async () => Promise.reject(cancelled));
  expect(await saveFolder(folder(['a']))).toBeNull();
  const denied = new DOMException('', 'NotAllowedError');
  given('showDirectoryPicker', async () => ({
    getDirectoryHandle: () => Promise.reject(denied),
  }));
  await expect(saveFolder(folder(['a']))).rejects.toBe(denied);
  const tried: string[] = [];
  given('showDirectoryPicker', async () => ({
    getDirectoryHandle: async (name: string) => void tried.push(name),
  }));
  await expect(saveFolder(folder(['a']))).rejects.toThrow('There are already 1000 folders');
  expect(tried.length).toBe(1000);
  expect([tried[0], tried[1], tried[999]]).toEqual(['a', 'a 2', 'a 1000']);
});

it('saves a zip where the browser gives no folder', async () => {
  const saved = downloads();
  expect(await saveFolder(folder(['Mine']))).toEqual({ path: null, name: 'Mine.zip' });
  expect(saved).toEqual([{ name: 'Mine.zip', type: 'application/zip', text: expect.any(String) }]);
});

it.each([
  ['granted', false, 1],
  ['granted', true, 0],
  ['denied', false, 0],
])('notifies where that is %s and the window has focus: %s', async (permission, focus, count) => {
  const shown: { title: string; options: unknown; click: () => void }[] = [];
  const closed = vi.fn();
  class Shown {
    static permission = permission;
    close = closed;
    readonly #title: string;
    readonly #options: unknown;
    constructor(title: string, options: unknown) {
      this.#title = title;
      this.#options = options;
    }
    addEventListener(_click: string, click: () => void) {
      shown.push({ title: this.#title, options: this.#options, click });
    }
  }
  vi.stubGlobal('Notification', Shown);
  const focused = vi.spyOn(document, 'hasFocus').mockReturnValue(focus);
  given('Notification', Shown as never);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    focused.mockRestore();
    window.location.hash = '';
  });
  await notify({ title: 'Done', body: 'Mine', route: '#/result/r1' });
  expect(shown).toHaveLength(count);
  if (count === 0) return;
  expect(shown[0]).toMatchObject({
    title: 'Done',
    options: { body: 'Mine', tag: 'wirebench-run' },
  });
  shown[0]?.click();
  expect(window.location.hash).toBe('#/result/r1');
  expect(closed).toHaveBeenCalledTimes(1);
});
