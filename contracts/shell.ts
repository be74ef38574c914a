import { z } from 'zod';

/**
 * What the window asks of the shell it lives in. Electron answers through its preload script
 * (`window.wirebenchShell`), the browser shell with the browser's own means; the renderer does
 * not know which. Everything else goes to the engine.
 */

/** An experiment file that was opened; `path` is null where the shell may not know it (a browser). */
export const openedFileSchema = z.object({
  path: z.string().nullable(),
  name: z.string(),
  text: z.string(),
});
export type OpenedFile = z.infer<typeof openedFileSchema>;

/** A file to write. `path` writes there without asking, if the user chose that path before. */
export const saveRequestSchema = z.object({
  suggestedName: z.string().min(1).max(255),
  path: z.string().nullable(),
  mediaType: z.string().max(100),
  /** UTF-8 text, or bytes. */
  content: z.union([z.string().max(200_000_000), z.instanceof(Uint8Array)]),
});
export type SaveRequest = z.infer<typeof saveRequestSchema>;

export const savedFileSchema = z.object({ path: z.string().nullable(), name: z.string() });
export type SavedFile = z.infer<typeof savedFileSchema>;

export const recentFileSchema = z.object({ path: z.string(), name: z.string() });
export type RecentFile = z.infer<typeof recentFileSchema>;

/** Commands of the native menu that the renderer carries out. */
export const menuCommandSchema = z.enum([
  'new',
  'open',
  'save',
  'save-as',
  'run',
  'stop',
  'view-experiment',
  'view-run',
  'view-history',
]);
export type MenuCommand = z.infer<typeof menuCommandSchema>;

export interface Shell {
  readonly kind: 'desktop' | 'browser';
  /** Asks for an experiment file. @returns null when the user cancelled. */
  openFile(): Promise<OpenedFile | null>;
  /** Opens a file of {@link Shell.recentFiles} again. */
  openRecent(path: string): Promise<OpenedFile | null>;
  recentFiles(): Promise<RecentFile[]>;
  /** Asks where and writes. @returns null when the user cancelled. */
  saveFile(request: SaveRequest): Promise<SavedFile | null>;
  /** Files that arrive from outside: command-line argument, double click. @returns an unsubscribe. */
  onFileOpened(listener: (file: OpenedFile) => void): () => void;
  onMenuCommand(listener: (command: MenuCommand) => void): () => void;
}

/** Channels between preload and main; each argument is parsed with the schema beside it. */
export const shellChannels = {
  openFile: { name: 'shell:open-file', input: z.tuple([]) },
  openRecent: { name: 'shell:open-recent', input: z.tuple([z.string().max(4096)]) },
  recentFiles: { name: 'shell:recent-files', input: z.tuple([]) },
  saveFile: { name: 'shell:save-file', input: z.tuple([saveRequestSchema]) },
} as const;
/** Sent from main to the renderer. */
export const shellEvents = {
  fileOpened: 'shell:file-opened',
  menuCommand: 'shell:menu-command',
  /** Carries a MessagePort that speaks the engine API. */
  enginePort: 'shell:engine-port',
} as const;
/** The renderer asks main for a fresh {@link shellEvents.enginePort}. */
export const requestEnginePort = 'shell:request-engine-port';
