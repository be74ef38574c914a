import type { ShellNotice, UpdateCheck } from '../../contracts/shell.ts';
import { engine } from './engine.ts';

/** Desktop behaviour of the workbench, as far as a browser page allows. */

function showNotice(notice: ShellNotice): void {
  const shown = new Notification(notice.title, { body: notice.body, tag: 'wirebench-run' });
  shown.addEventListener('click', () => {
    window.focus();
    window.location.hash = notice.route;
    shown.close();
  });
}

/** Only if the user has allowed it in the settings, and only while the page is hidden. */
export async function notify(notice: ShellNotice): Promise<void> {
  const allowed = 'Notification' in window && Notification.permission === 'granted';
  if (allowed && !document.hasFocus()) showNotice(notice);
}

/** Keeps the screen on, which keeps the machine awake; browsers release it with a hidden page. */
export class ScreenLock {
  #wanted = false;
  #lock: WakeLockSentinel | null = null;

  constructor() {
    document.addEventListener('visibilitychange', () => void this.#take());
  }

  async keep(on: boolean): Promise<void> {
    this.#wanted = on;
    if (on) return this.#take();
    const lock = this.#lock;
    this.#lock = null;
    await lock?.release();
  }

  async #take(): Promise<void> {
    const free = this.#lock === null || this.#lock.released;
    if (!this.#wanted || !free || document.hidden || !('wakeLock' in navigator)) return;
    try {
      this.#lock = await navigator.wakeLock.request('screen');
      if (!this.#wanted) await this.keep(false);
    } catch {
      this.#lock = null; // Refused, as on a low battery; the run continues anyway.
    }
  }
}

/** A page cannot ask other addresses, and should not. */
export async function noUpdateCheck(): Promise<UpdateCheck> {
  const { version } = await engine.app.info();
  return {
    current: version,
    latest: null,
    newer: false,
    message: 'Wirebench does not check for updates in the browser; check where you got it.',
  };
}
