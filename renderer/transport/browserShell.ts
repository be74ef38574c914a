import type { OpenedFile, SavedFile, SaveRequest, Shell } from '../../contracts/shell.ts';
import { chooseFile, download, pickRunFile, unlessCancelled } from './browserFiles.ts';
import { saveFolder } from './browserFolder.ts';
import { notify, noUpdateCheck, ScreenLock } from './browserManners.ts';

interface FileType {
  readonly description: string;
  readonly accept: Record<string, string[]>;
}

/** The part of the File System Access API that some browsers lack. */
interface FilePickers {
  showOpenFilePicker?(options: { types: FileType[] }): Promise<FileSystemFileHandle[]>;
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

const experimentFiles: FileType = {
  description: 'Wirebench experiments',
  accept: { 'application/yaml': ['.yaml', '.yml'], 'application/json': ['.json'] },
};

const pickers: FilePickers = typeof window === 'undefined' ? {} : (window as FilePickers);
/** Files the user picked, by a synthetic path. */
const handles = new Map<string, FileSystemFileHandle>();

function remember(handle: FileSystemFileHandle): string {
  const path = `browser:${handles.size + 1}:${handle.name}`;
  handles.set(path, handle);
  return path;
}

async function openByInput(): Promise<OpenedFile | null> {
  const file = await chooseFile('.yaml,.yml,.json');
  return file && { path: null, name: file.name, text: await file.text() };
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

/** The shell in a browser: file pickers if supported, else downloads. */
export function createBrowserShell(): Shell {
  const none = () => () => undefined;
  const screen = new ScreenLock();
  return {
    kind: 'browser',
    openFile: openByPicker,
    openRecent: () => Promise.resolve(null),
    recentFiles: () => Promise.resolve([]),
    saveFile: saveByPicker,
    onFileOpened: none,
    onMenuCommand: none,
    openRunFile: pickRunFile,
    onRunFileOpened: none,
    saveFolder,
    // The browser's print dialog does this, and asks where to save.
    printPdf: () => Promise.resolve(null),
    notify,
    // The window's title shows the progress of a run; a page has no other place for it.
    setProgress: () => Promise.resolve(),
    keepAwake: (on) => screen.keep(on),
    onRouteAsked: none,
    // The engine serves this page, so both end together.
    onEngineEnded: none,
    restartEngine: () => Promise.resolve(),
    setZoom: () => Promise.resolve(),
    showPath: () => Promise.resolve(false),
    checkForUpdate: noUpdateCheck,
  };
}
