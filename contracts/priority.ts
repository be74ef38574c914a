/**
 * The niceness, beside a window, of load workers and of the services that are started for a run (Linux, where each
 * thread has its own). Both have the same, so that neither is favoured; the window and the system
 * go first, so that they stay usable while the load takes every core. On cores of their own, or
 * with nobody else at work, it changes nothing. Without a window the load has the usual priority.
 */
export const besideWindowNiceness = 10;
