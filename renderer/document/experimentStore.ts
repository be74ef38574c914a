import { create } from 'zustand';
import type { Path } from '../../contracts/experiment/path.ts';
import { appendValue, removeValue, type SetOptions, setValue } from './edit.ts';

/** Origin of the text. */
export type Origin =
  | { readonly kind: 'file'; readonly name: string; readonly path: string | null }
  | {
      readonly kind: 'library';
      /** The file's name in the collection. */
      readonly name: string;
      /** Revision of the file when it was read or last saved. */
      readonly revision: string;
    }
  | { readonly kind: 'built-in'; readonly name: string }
  | {
      readonly kind: 'new';
      readonly name: string;
      /** The run that measured it and kept the files that it names. */
      readonly run?: string | undefined;
    };

export interface ExperimentState {
  /** The current text of the experiment, which form and source both show. */
  readonly text: string;
  /** The text as it was opened or last saved. */
  readonly savedText: string;
  readonly origin: Origin;
  readonly past: readonly string[];
  readonly future: readonly string[];
  /** Subject and time of the last edit: consecutive edits of the same subject are one undo step. */
  readonly lastEdit: { readonly group: string; readonly at: number } | null;
  /** Incremented when another text replaces the whole, so that inputs drop their drafts. */
  readonly loads: number;
}

const sameStepMs = 800;
const longestPast = 200;

export const emptyExperiment: ExperimentState = {
  text: '',
  savedText: '',
  origin: { kind: 'new', name: 'Untitled' },
  past: [],
  future: [],
  lastEdit: null,
  loads: 0,
};

/** Folder of the files that the open experiment names; empty for those of the collection. */
export function filesNear(origin: Origin): { folder?: string; filesOf?: string } {
  if (origin.kind === 'new' && origin.run !== undefined) return { filesOf: origin.run };
  if (origin.kind !== 'file' || origin.path === null) return {};
  const folder = origin.path.replace(/[\\/][^\\/]*$/, '');
  return folder === '' ? {} : { folder };
}

/** The state after an edit; `group` names what was edited. */
export function edited(
  state: ExperimentState,
  text: string,
  group: string,
  at: number,
): ExperimentState {
  if (text === state.text) return state;
  const { lastEdit } = state;
  const sameStep = lastEdit?.group === group && at - lastEdit.at < sameStepMs;
  const past = sameStep ? state.past : [...state.past, state.text].slice(-longestPast);
  return { ...state, text, past, future: [], lastEdit: { group, at } };
}

/** The state one step back; the same state if there is none. */
export function undone(state: ExperimentState): ExperimentState {
  const text = state.past.at(-1);
  if (text === undefined) return state;
  const past = state.past.slice(0, -1);
  return { ...state, text, past, future: [state.text, ...state.future], lastEdit: null };
}

/** The state one step forward again. */
export function redone(state: ExperimentState): ExperimentState {
  const [text, ...future] = state.future;
  if (text === undefined) return state;
  return { ...state, text, past: [...state.past, state.text], future, lastEdit: null };
}

/** The experiment that is open. */
export const useExperiment = create<ExperimentState>(() => emptyExperiment);

function change(next: (state: ExperimentState) => ExperimentState): void {
  useExperiment.setState(next, true);
}

/** Edits the open experiment. */
export const experiment = {
  /** Replaces the whole text, like typing in the source. */
  write(text: string, group = 'source'): void {
    change((state) => edited(state, text, group, Date.now()));
  },
  set(path: Path, value: unknown, options?: SetOptions): void {
    experiment.write(
      setValue(useExperiment.getState().text, path, value, options),
      `set ${path.join('.')}`,
    );
  },
  append(path: Path, value: unknown): void {
    experiment.write(appendValue(useExperiment.getState().text, path, value), `append ${path}`);
  },
  remove(path: Path): void {
    experiment.write(removeValue(useExperiment.getState().text, path), `remove ${path}`);
  },
  undo(): void {
    change(undone);
  },
  redo(): void {
    change(redone);
  },
  /** Replaces the open text. */
  load(text: string, origin: Origin): void {
    // CodeMirror counts a carriage return as a separate line, and a byte order mark as text.
    const clean = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
    change(({ loads }) => ({
      ...emptyExperiment,
      text: clean,
      savedText: clean,
      origin,
      loads: loads + 1,
    }));
  },
  saved(savedText: string, origin: Origin): void {
    change((state) => ({ ...state, savedText, origin }));
  },
};

/** Whether closing would lose changes. */
export function isDirty(state: Pick<ExperimentState, 'text' | 'savedText'>): boolean {
  return state.text !== state.savedText;
}
