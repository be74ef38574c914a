import type { OpenedFile, SavedFile, SaveRequest, Shell } from '../../contracts/shell.ts';

interface FileType {
  readonly description: string;
  readonly accept: Record<string, string[]>;
}

/** The part of the File System Access API that not every browser has. */
interface FilePickers {
  showOpenFilePicker?(options: { types: FileType[] }): Promise<FileSystemFileHandle[]>;
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

const experimentFiles: FileType = {
  description: 'Wirebench experiments',
  accept: { 'application/yaml': ['.yaml', '.yml'], 'application/json': ['.json'] },
};

const pickers: FilePickers = typeof window === 'undefined' ? {} : (window as FilePickers);
/** Files the user picked, by the made-up path that stands for them. */
const handles = new Map<string, FileSystemFileHandle>();

function remember(handle: FileSystemFileHandle): string {
  const path = `browser:${handles.size + 1}:${handle.name}`;
  handles.set(path, handle);
  return path;
}

function unlessCancelled(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
}

function openByInput(): Promise<OpenedFile | null> {
  return new Promise((resolve, reject) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.yaml,.yml,.json';
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (!file) return resolve(null);
      file.text().then((text) => resolve({ path: null, name: file.name, text }), reject);
    });
    input.click();
  });
}

async function openByPicker(): Promise<OpenedFile | null> {
  if (!pickers.showOpenFilePicker) return openByInput();
  try {
    const [handle] = await pickers.showOpenFilePicker({ types: [experimentFiles] });
    if (!handle) return null;
    const text = await (await handle.getFile()).text();
    return { path: remember(handle), name: handle.name, text };
  } catch (error) {
    return unlessCancelled(error);
  }
}

function download(request: SaveRequest): SavedFile {
  const part = typeof request.content === 'string' ? request.content : request.content.slice();
  const url = URL.createObjectURL(new Blob([part], { type: request.mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = request.suggestedName;
  link.click();
  // The download has to have started before its address goes away.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return { path: null, name: request.suggestedName };
}

async function write(handle: FileSystemFileHandle, content: SaveRequest['content']) {
  const stream = await handle.createWritable();
  await stream.write(typeof content === 'string' ? content : content.slice());
  await stream.close();
}

async function saveByPicker(request: SaveRequest): Promise<SavedFile | null> {
  const known = request.path === null ? undefined : handles.get(request.path);
  if (known) {
    await write(known, request.content);
    return { path: request.path, name: known.name };
  }
  if (!pickers.showSaveFilePicker) return download(request);
  try {
    const handle = await pickers.showSaveFilePicker({ suggestedName: request.suggestedName });
    await write(handle, request.content);
    return { path: remember(handle), name: handle.name };
  } catch (error) {
    return unlessCancelled(error);
  }
}

/** The shell made of what a browser offers: pickers where there are any, downloads elsewhere. */
export function createBrowserShell(): Shell {
  const none = () => () => undefined;
  return {
    kind: 'browser',
    openFile: openByPicker,
    openRecent: () => Promise.resolve(null),
    recentFiles: () => Promise.resolve([]),
    saveFile: saveByPicker,
    onFileOpened: none,
    onMenuCommand: none,
    openRunFile: () => Promise.resolve(null),
    onRunFileOpened: none,
    saveFolder: () => Promise.resolve(null),
    printPdf: () => Promise.resolve(null),
    notify: () => Promise.resolve(),
    setProgress: () => Promise.resolve(),
    keepAwake: () => Promise.resolve(),
    checkForUpdate: () => Promise.resolve({ current: '', latest: null, newer: false, message: '' }),
  };
}
