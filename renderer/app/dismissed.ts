import { create } from 'zustand';
import type { StartNotice } from '../../contracts/engine-api.ts';

const storageKey = 'wirebench.dismissed';
/** More than anybody has dismissed and could see again. */
const maxKept = 50;

/** What tells a notice from others, however often an engine or a window says it. */
export function noticeKey({ text, runId }: StartNotice): string {
  return runId ?? text;
}

/** Keys of the notices that were dismissed, in this window or one before it. */
export const useDismissed = create<{ readonly keys: readonly string[] }>(() => ({
  keys: localStorage.getItem(storageKey)?.split('\n') ?? [],
}));

/** Dismisses notices for good. */
export function dismissNotices(notices: readonly StartNotice[]): void {
  const keys = [...useDismissed.getState().keys, ...notices.map(noticeKey)].slice(-maxKept);
  useDismissed.setState({ keys });
  localStorage.setItem(storageKey, keys.join('\n'));
}
