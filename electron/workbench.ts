import { join } from 'node:path';
import { app, type BrowserWindow, dialog, Menu, MessageChannelMain } from 'electron';
import { type ErrorReport, toErrorReport } from '../contracts/errors.ts';
import { requestEnginePort, shellEvents } from '../contracts/shell.ts';
import { EngineKeeper } from './engine-keeper.ts';
import { startEngineProcess } from './engine-process.ts';
import { type FileDialogs, Files } from './files.ts';
import { answer, hear } from './ipc.ts';
import { KnownFiles } from './known-files.ts';
import { Manners, showWindow } from './manners.ts';
import { describeApp, menuTemplate } from './menu.ts';
import { isRunFilePath, openedRunFile } from './run-file.ts';
import { openWindow } from './window.ts';

/** Paths of the built parts. */
export interface BuiltFiles {
  readonly preload: string;
  readonly engineHost: string;
}

/** The window with its menu, its files and its engine. */
export class DesktopWorkbench {
  readonly engine: EngineKeeper;
  private readonly window: BrowserWindow;
  private readonly loaded: Promise<void>;
  private readonly known = new KnownFiles(join(app.getPath('userData'), 'files.json'));
  private readonly files: Files;

  /** @param engineNode a separate Node to run the engine with, or undefined for Electron's own. */
  constructor(built: BuiltFiles, engineNode: string | undefined) {
    this.engine = new EngineKeeper(
      () => startEngineProcess(built.engineHost, engineNode),
      () => new MessageChannelMain(),
      {
        failed: (error) => void this.showError('The engine could not be started', error),
        ended: (end) => this.send(shellEvents.engineEnded, end),
      },
    );
    this.window = openWindow(built.preload);
    this.loaded = new Promise((resolve) => {
      this.window.webContents.once('did-finish-load', () => resolve());
    });
    const dialogs: FileDialogs = {
      open: (options) => dialog.showOpenDialog(this.window, options),
      save: (options) => dialog.showSaveDialog(this.window, options),
      documents: () => app.getPath('documents'),
    };
    this.files = new Files(dialogs, this.known, () => this.drawMenu());
    this.files.serve(answer);
    new Manners(this.window, this.engine).serve();
    describeApp(app);
    hear(requestEnginePort, (event) => this.engine.connect(event.sender));
    this.window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void this.offerReload(reason);
    });
    this.drawMenu();
  }

  private send(event: string, message: unknown): void {
    if (!this.window.isDestroyed()) this.window.webContents.send(event, message);
  }

  private drawMenu(): void {
    const actions = {
      send: (command: string) => this.send(shellEvents.menuCommand, command),
      openRecent: (path: string) => void this.openFile(path),
    };
    const template = menuTemplate(actions, this.known.recent(), app.isPackaged);
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  /** Shows a file opened from outside the window: an argument, a double click, the menu. */
  async openFile(path: string): Promise<void> {
    try {
      const isRun = isRunFilePath(path);
      const file = isRun ? await openedRunFile(path) : await this.files.openPath(path);
      // Before that, the page has no listener yet, and the message would be lost.
      await this.loaded;
      this.send(isRun ? shellEvents.runFileOpened : shellEvents.fileOpened, file);
    } catch (error) {
      await this.showError('The file could not be opened', toErrorReport(error));
    }
  }

  focus(): void {
    showWindow(this.window);
  }

  private async showError(title: string, error: ErrorReport): Promise<void> {
    if (this.window.isDestroyed()) return;
    const detail = [error.message, error.hint].filter(Boolean).join('\n');
    await dialog.showMessageBox(this.window, { type: 'error', message: title, detail });
  }

  private async offerReload(reason: string): Promise<void> {
    if (this.window.isDestroyed()) return;
    const { response } = await dialog.showMessageBox(this.window, {
      type: 'error',
      message: 'The window has failed',
      detail: `Reason: ${reason}. A run in progress continues, and you can reload the window.`,
      buttons: ['Reload', 'Quit'],
      defaultId: 0,
    });
    if (response === 0) this.window.reload();
    else app.quit();
  }
}
