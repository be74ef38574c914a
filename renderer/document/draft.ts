import { z } from 'zod';
import {
  type ExperimentState,
  emptyExperiment,
  isDirty,
  useExperiment,
} from './experimentStore.ts';

const storageKey = 'wirebench.draft';
/** Browsers keep about five million characters per page; a draft must not come near that. */
const longestDraft = 1_000_000;

const draftSchema = z.object({
  text: z.string(),
  savedText: z.string(),
  origin: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), name: z.string(), path: z.string().nullable() }),
    z.object({ kind: z.literal('library'), name: z.string(), revision: z.string() }),
    z.object({ kind: z.literal('built-in'), name: z.string() }),
    z.object({ kind: z.literal('new'), name: z.string(), run: z.string().optional() }),
  ]),
});
type Draft = z.infer<typeof draftSchema>;

/** Draft of the open experiment; null if everything is saved. */
export function draftOf(state: ExperimentState): string | null {
  const { text, savedText, origin } = state;
  if (!isDirty(state) || text.length + savedText.length > longestDraft) return null;
  return JSON.stringify({ text, savedText, origin } satisfies Draft);
}

/** Reads a stored draft. @returns null if there is none, or it is unreadable. */
export function parseDraft(kept: string | null): Draft | null {
  if (kept === null) return null;
  try {
    const draft = draftSchema.safeParse(JSON.parse(kept));
    return draft.success ? draft.data : null;
  } catch {
    // Written by another version; the last saved text is used instead.
    return null;
  }
}

function keep(state: ExperimentState): void {
  const draft = draftOf(state);
  if (draft === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, draft);
}

/**
 * Restores unsaved changes from when the window was closed or the app was killed,
 * and keeps future ones. Called once, at the start.
 */
export function keepDrafts(): void {
  const draft = parseDraft(localStorage.getItem(storageKey));
  if (draft) useExperiment.setState({ ...emptyExperiment, ...draft, loads: 1 }, true);
  useExperiment.subscribe(keep);
}
