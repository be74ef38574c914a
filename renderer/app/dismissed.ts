import { create } from 'zustand';
import type { StartNotice } from '../../contracts/engine-api.ts';

const storageKey = 'wirebench.dismissed';
/** Far more than the notices that could appear again. */
const maxKept = 50;

/** Identifies a notice, however often an engine or a window shows it. */
export function noticeKey({ text, runId }: StartNotice): string {
  return runId ?? text;
}

/** Keys of the notices dismissed in this or an earlier window. */
export const useDismissed = create<{ readonly keys: readonly string[] }>(() => ({
  keys: localStorage.getItem(storageKey)?.split('\n') ?? [],
}));

/** Dismisses notices for good. */
export function dismissNotices(notices: readonly StartNotice[]): void {
  const keys = [...useDismissed.getState().keys, ...notices.map(noticeKey)].slice(-maxKept);
  useDismissed.setState({ keys });
  localStorage.setItem(storageKey, keys.join('\n'));
}
