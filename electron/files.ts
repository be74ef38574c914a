import { basename, dirname, extname, join } from 'node:path';
import type { OpenDialogOptions, SaveDialogOptions } from 'electron';
import { WirebenchError } from '../contracts/errors.ts';
import {
  type OpenedFile,
  type OpenedRunFile,
  type SavedFile,
  type SaveFolderRequest,
  type SaveRequest,
  shellChannels,
} from '../contracts/shell.ts';
import { isExperimentPath, openExperimentFile, writeWhole } from './experiment-file.ts';
import type { answer } from './ipc.ts';
import type { KnownFiles } from './known-files.ts';
import { writeNewFolder } from './new-folder.ts';
import { openedRunFile } from './run-file.ts';

const experimentFilter = { name: 'Wirebench experiments', extensions: ['yaml', 'yml', 'json'] };
const runFilter = { name: 'Wirebench runs', extensions: ['wbrun'] };
const anyFilter = { name: 'All files', extensions: ['*'] };

/** The system's dialogs about files, and the user's folder of documents. */
export interface FileDialogs {
  open(options: OpenDialogOptions): Promise<{ canceled: boolean; filePaths: string[] }>;
  save(options: SaveDialogOptions): Promise<{ canceled: boolean; filePath?: string | undefined }>;
  documents(): string;
}

/** Opens and saves files: the only place where requests of the window reach the disk. */
export class Files {
  private readonly dialogs: FileDialogs;
  private readonly known: KnownFiles;
  private readonly onRecentChanged: () => void;

  constructor(dialogs: FileDialogs, known: KnownFiles, onRecentChanged: () => void) {
    this.dialogs = dialogs;
    this.known = known;
    this.onRecentChanged = onRecentChanged;
  }

  /** Opens a file that the user named outside the window. */
  async openPath(path: string): Promise<OpenedFile> {
    try {
      const file = await openExperimentFile(path);
      if (file.path !== path) this.known.forget(path);
      this.known.addExperiment(file.path);
      return file;
    } catch (error) {
      this.known.forget(path);
      throw error;
    } finally {
      this.onRecentChanged();
    }
  }

  async open(): Promise<OpenedFile | null> {
    const { canceled, filePaths } = await this.dialogs.open({
      title: 'Open an experiment',
      properties: ['openFile'],
      filters: [experimentFilter, anyFilter],
    });
    const [path] = filePaths;
    return canceled || path === undefined ? null : this.openPath(path);
  }

  async openRecent(path: string): Promise<OpenedFile> {
    if (!this.known.isRecent(path)) {
      throw new WirebenchError('UNAUTHORIZED', `${path} is not among the recent files`);
    }
    return this.openPath(path);
  }

  async openRun(): Promise<OpenedRunFile | null> {
    const { canceled, filePaths } = await this.dialogs.open({
      title: 'Import a run',
      properties: ['openFile'],
      filters: [runFilter, anyFilter],
    });
    const [path] = filePaths;
    return canceled || path === undefined ? null : openedRunFile(path);
  }

  async saveFolder(request: SaveFolderRequest): Promise<SavedFile | null> {
    const { canceled, filePaths } = await this.dialogs.open({
      title: 'Choose where to make the folder',
      buttonLabel: 'Save Here',
      properties: ['openDirectory', 'createDirectory'],
    });
    const [parent] = filePaths;
    if (canceled || parent === undefined) return null;
    const path = await writeNewFolder(parent, request);
    return { path, name: basename(path) };
  }

  async save(request: SaveRequest): Promise<SavedFile | null> {
    const path = await this.whereToSave(request);
    if (path === null) return null;
    await writeWhole(path, request.content);
    if (isExperimentPath(path) && request.mediaType.includes('yaml')) {
      this.known.addExperiment(path);
      this.onRecentChanged();
    } else {
      this.known.addExport(path);
    }
    return { path, name: basename(path) };
  }

  private async whereToSave(request: SaveRequest): Promise<string | null> {
    if (request.path !== null && this.known.wasChosen(request.path)) return request.path;
    const name = basename(request.suggestedName);
    const extension = extname(name).slice(1);
    const { canceled, filePath } = await this.dialogs.save({
      title: 'Save',
      defaultPath: join(this.defaultFolder(request.path), name),
      filters: extension
        ? [{ name: extension.toUpperCase(), extensions: [extension] }, anyFilter]
        : [anyFilter],
    });
    return canceled || !filePath ? null : filePath;
  }

  private defaultFolder(path: string | null): string {
    const [latest] = this.known.recent();
    if (path !== null) return dirname(path);
    return latest ? dirname(latest.path) : this.dialogs.documents();
  }

  /** Answers the window's calls. */
  serve(respond: typeof answer): void {
    respond(shellChannels.openFile, () => this.open());
    respond(shellChannels.openRecent, (path) => this.openRecent(path));
    respond(shellChannels.recentFiles, () => this.known.recent());
    respond(shellChannels.saveFile, (request) => this.save(request));
    respond(shellChannels.openRunFile, () => this.openRun());
    respond(shellChannels.saveFolder, (request) => this.saveFolder(request));
  }
}
