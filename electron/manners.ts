import { join } from 'node:path';
import { app, type BrowserWindow, Notification, powerSaveBlocker, shell } from 'electron';
import { type ShellNotice, shellChannels, shellEvents } from '../contracts/shell.ts';
import type { EngineKeeper } from './engine-keeper.ts';
import { answer } from './ipc.ts';
import { readJson } from './json-file.ts';
import { printPageToPdf } from './print-pdf.ts';
import { askReleaseFeed, releaseFeedOf } from './update-check.ts';

/** How the app behaves on a desktop: notifications, progress, sleep, printing, new versions. */
export class Manners {
  private readonly window: BrowserWindow;
  private readonly engine: EngineKeeper;
  private blocker: number | null = null;
  /** Kept, because a garbage-collected notification no longer receives clicks. */
  private notice: Notification | null = null;

  constructor(window: BrowserWindow, engine: EngineKeeper) {
    this.window = window;
    this.engine = engine;
    window.on('closed', () => this.keepAwake(false));
  }

  private notify({ title, body, route }: ShellNotice): void {
    if (this.window.isFocused() || !Notification.isSupported()) return;
    this.notice?.close();
    this.notice = new Notification({ title, body });
    this.notice.on('click', () => {
      showWindow(this.window);
      this.window.webContents.send(shellEvents.routeAsked, route);
    });
    this.notice.show();
  }

  private setProgress(share: number | null): void {
    this.window.setProgressBar(share ?? -1);
  }

  private keepAwake(on: boolean): void {
    if (on && this.blocker === null) {
      this.blocker = powerSaveBlocker.start('prevent-app-suspension');
    } else if (!on && this.blocker !== null) {
      powerSaveBlocker.stop(this.blocker);
      this.blocker = null;
    }
  }

  private showPath(which: 'home' | 'database'): boolean {
    const { home } = this.engine;
    if (home === null) return false;
    shell.showItemInFolder(which === 'home' ? home.home : home.database);
    return true;
  }

  private checkForUpdate() {
    const facts = readJson(join(app.getAppPath(), 'package.json'), releaseFeedOf, '');
    const feed = process.env.WIREBENCH_RELEASE_FEED ?? facts;
    return askReleaseFeed(app.getVersion(), feed);
  }

  /** Answers the window's calls. */
  serve(): void {
    answer(shellChannels.notify, (notice) => this.notify(notice));
    answer(shellChannels.setProgress, (share) => this.setProgress(share));
    answer(shellChannels.keepAwake, (on) => this.keepAwake(on));
    answer(shellChannels.printPdf, (page) => printPageToPdf(new TextDecoder().decode(page)));
    answer(shellChannels.showPath, (which) => this.showPath(which));
    answer(shellChannels.checkForUpdate, () => this.checkForUpdate());
    answer(shellChannels.setZoom, (factor) => this.window.webContents.setZoomFactor(factor));
    answer(shellChannels.restartEngine, () => this.engine.restart());
  }
}

/** Brings the window to the front. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
