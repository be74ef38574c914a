import type { Shell } from '../../contracts/shell.ts';
import { createBrowserShell } from './browserShell.ts';

declare global {
  interface Window {
    /** Put there by the desktop shell's preload script. */
    readonly wirebenchShell?: Shell;
  }
}

/** The shell this window lives in; callers need not know which. */
export const shell: Shell = window.wirebenchShell ?? createBrowserShell();
