import { z } from 'zod';

/**
 * The window's interface to its shell. Electron implements it in its preload script
 * (`window.wirebenchShell`), the browser shell with the browser's own means; the renderer does not know
 * which. Everything else goes to the engine.
 */

/** An opened experiment file; `path` is null if the shell may not know it (a browser). */
const openedFileSchema = z.object({
  path: z.string().nullable(),
  name: z.string(),
  text: z.string(),
});
export type OpenedFile = z.infer<typeof openedFileSchema>;

/** Larger than any report or run; a longer message is refused. */
const maxBytes = 200_000_000;

/** UTF-8 text, or bytes. */
const contentSchema = z.union([
  z.string().max(maxBytes),
  z.instanceof(Uint8Array).refine(({ length }) => length <= maxBytes, 'not that many bytes'),
]);

/** A file to write. `path` writes there without asking, if the user chose that path before. */
const saveRequestSchema = z.object({
  suggestedName: z.string().min(1).max(255),
  path: z.string().nullable(),
  mediaType: z.string().max(100),
  content: contentSchema,
});
export type SaveRequest = z.infer<typeof saveRequestSchema>;

const savedFileSchema = z.object({ path: z.string().nullable(), name: z.string() });
export type SavedFile = z.infer<typeof savedFileSchema>;

/** An opened run file, as its bytes; see the format of run files. */
const openedRunFileSchema = z.object({
  name: z.string(),
  content: z.instanceof(Uint8Array),
});
export type OpenedRunFile = z.infer<typeof openedRunFileSchema>;

/** Device names reserved by Windows, with any ending. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Whether a name is one plain file on every system: no folder, no device, no hidden file. */
export function isPlainFileName(name: string): boolean {
  return (
    /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,119}$/.test(name) &&
    !name.endsWith('.') &&
    !deviceName.test(name)
  );
}

const folderFileSchema = z.object({
  name: z.string().refine(isPlainFileName, 'a plain file name'),
  mediaType: z.string().max(100),
  content: contentSchema,
});

/** Several related files, such as the charts of a report. */
const saveFolderRequestSchema = z.object({
  suggestedName: z.string().min(1).max(255),
  files: z
    .array(folderFileSchema)
    .min(1)
    .max(2000)
    .refine(
      (files) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length,
      'names that differ in more than capitals',
    ),
});
export type SaveFolderRequest = z.infer<typeof saveFolderRequestSchema>;

/** The engine's process has ended unexpectedly. */
const engineEndSchema = z.object({
  /** How it ended, such as `ended by SIGKILL`. */
  reason: z.string().max(300),
  /** False if it ended so often that the user has to restart it. */
  restarting: z.boolean(),
});
export type EngineEnd = z.infer<typeof engineEndSchema>;

/** A notification of the desktop. Clicking it shows the window at `route`, a fragment such as `#/run`. */
const shellNoticeSchema = z.object({
  title: z.string().min(1).max(200),
  body: z.string().max(1000),
  route: z.string().max(300).regex(/^#\//, 'a fragment such as #/run'),
});
export type ShellNotice = z.infer<typeof shellNoticeSchema>;

/** Result of a check for updates. */
const updateCheckSchema = z.object({
  current: z.string(),
  /** The newest version, or null if unknown. */
  latest: z.string().nullable(),
  newer: z.boolean(),
  /** Why nothing was found, or where to get the new version; a sentence. */
  message: z.string(),
});
export type UpdateCheck = z.infer<typeof updateCheckSchema>;

const recentFileSchema = z.object({ path: z.string(), name: z.string() });
export type RecentFile = z.infer<typeof recentFileSchema>;

/** Commands of the native menu that the renderer executes. */
export const menuCommandSchema = z.enum([
  'new',
  'new-own-service',
  'open',
  'save',
  'save-as',
  'save-copy',
  'run',
  'stop',
  'skip',
  'import-run',
  'palette',
  'view-start',
  'view-experiments',
  'view-studies',
  'view-experiment',
  'view-run',
  'view-history',
  'view-compare',
  'view-wire',
  'view-sizes',
  'view-services',
  'view-machines',
  'view-reports',
  'view-help',
  'view-settings',
  'keyboard',
]);
export type MenuCommand = z.infer<typeof menuCommandSchema>;

export interface Shell {
  readonly kind: 'desktop' | 'browser';
  /** Opens a file dialog for an experiment. @returns null if the user cancelled. */
  openFile(): Promise<OpenedFile | null>;
  /** Opens a file of {@link Shell.recentFiles} again. */
  openRecent(path: string): Promise<OpenedFile | null>;
  recentFiles(): Promise<RecentFile[]>;
  /** Opens a save dialog and writes. @returns null if the user cancelled. */
  saveFile(request: SaveRequest): Promise<SavedFile | null>;
  /** Files that arrive from outside: command-line argument, double click. @returns an unsubscribe function. */
  onFileOpened(listener: (file: OpenedFile) => void): () => void;
  onMenuCommand(listener: (command: MenuCommand) => void): () => void;
  /** Opens a file dialog for a run file. @returns null if the user cancelled. */
  openRunFile(): Promise<OpenedRunFile | null>;
  /** Run files that arrive from outside, as {@link Shell.onFileOpened} does for experiments. */
  onRunFileOpened(listener: (file: OpenedRunFile) => void): () => void;
  /**
   * Opens a folder dialog and writes the files into a new folder there; a browser without folders saves a
   * zip.
   * @returns null if the user cancelled.
   */
  saveFolder(request: SaveFolderRequest): Promise<SavedFile | null>;
  /** Prints a self-contained page to PDF. @returns null if the shell cannot; the browser's own print dialog can. */
  printPdf(html: string): Promise<Uint8Array | null>;
  /** Notifies of something that ended while the window was in the background; does nothing if the user disabled it. */
  notify(notice: ShellNotice): Promise<void>;
  /** Progress of a run, 0–1, in the taskbar or dock; null for none. */
  setProgress(share: number | null): Promise<void>;
  /** Keeps the machine from sleeping. */
  keepAwake(on: boolean): Promise<void>;
  /** Routes requested outside the window, such as by a click on a notification. @returns an unsubscribe function. */
  onRouteAsked(listener: (route: string) => void): () => void;
  /**
   * Called when the engine has ended by itself; only the desktop outlives its engine.
   * @returns an unsubscribe function.
   */
  onEngineEnded(listener: (end: EngineEnd) => void): () => void;
  /** Starts an engine that is not {@link EngineEnd.restarting}. */
  restartEngine(): Promise<void>;
  /** Sets the zoom of the window, 1 by default; does nothing in a browser, which has its own zoom. */
  setZoom(factor: number): Promise<void>;
  /** Shows a file or folder of the data folder in the system's file manager. @returns false if the shell cannot. */
  showPath(which: 'home' | 'database'): Promise<boolean>;
  /** Looks for a newer version, at the user's request only; installs nothing. */
  checkForUpdate(): Promise<UpdateCheck>;
}

/** Channels between preload and main; each argument is parsed with its schema. */
export const shellChannels = {
  openFile: { name: 'shell:open-file', input: z.tuple([]) },
  openRecent: { name: 'shell:open-recent', input: z.tuple([z.string().max(4096)]) },
  recentFiles: { name: 'shell:recent-files', input: z.tuple([]) },
  saveFile: { name: 'shell:save-file', input: z.tuple([saveRequestSchema]) },
  openRunFile: { name: 'shell:open-run-file', input: z.tuple([]) },
  saveFolder: { name: 'shell:save-folder', input: z.tuple([saveFolderRequestSchema]) },
  /** The page, as UTF-8. */
  printPdf: {
    name: 'shell:print-pdf',
    input: z.tuple([z.instanceof(Uint8Array).refine((page) => page.length <= maxBytes)]),
  },
  notify: { name: 'shell:notify', input: z.tuple([shellNoticeSchema]) },
  setProgress: {
    name: 'shell:set-progress',
    input: z.tuple([z.number().min(0).max(1).nullable()]),
  },
  keepAwake: { name: 'shell:keep-awake', input: z.tuple([z.boolean()]) },
  checkForUpdate: { name: 'shell:check-for-update', input: z.tuple([]) },
  setZoom: { name: 'shell:set-zoom', input: z.tuple([z.number().min(0.5).max(2)]) },
  restartEngine: { name: 'shell:restart-engine', input: z.tuple([]) },
  showPath: { name: 'shell:show-path', input: z.tuple([z.enum(['home', 'database'])]) },
} as const;
/** Sent from main to the renderer. */
export const shellEvents = {
  fileOpened: 'shell:file-opened',
  runFileOpened: 'shell:run-file-opened',
  menuCommand: 'shell:menu-command',
  routeAsked: 'shell:route-asked',
  engineEnded: 'shell:engine-ended',
  /** Carries a MessagePort that speaks the engine API. */
  enginePort: 'shell:engine-port',
} as const;
/** The renderer asks main for a fresh {@link shellEvents.enginePort}. */
export const requestEnginePort = 'shell:request-engine-port';
