import { create } from 'zustand';
import type { Path } from '../../contracts/experiment/path.ts';
import { appendValue, removeValue, type SetOptions, setValue } from './edit.ts';

/** Where the text came from. */
export type Origin =
  | { readonly kind: 'file'; readonly name: string; readonly path: string | null }
  | {
      readonly kind: 'library';
      /** The file's name in the library. */
      readonly name: string;
      /** What the file was when it was read or last saved. */
      readonly revision: string;
    }
  | { readonly kind: 'built-in'; readonly name: string }
  | {
      readonly kind: 'new';
      readonly name: string;
      /** The run that measured it, which has kept the files that it names. */
      readonly run?: string | undefined;
    };

export interface ExperimentState {
  /** The experiment file as it stands; the form and the source both show this. */
  readonly text: string;
  /** The text as it was opened or last saved. */
  readonly savedText: string;
  readonly origin: Origin;
  readonly past: readonly string[];
  readonly future: readonly string[];
  /** What the last edit was of, and when: edits of the same thing in a row are one step of undo. */
  readonly lastEdit: { readonly group: string; readonly at: number } | null;
  /** Counts the times a whole other text came in, so that inputs forget their drafts. */
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

/** Where the files are that the open experiment names; empty for those of the library. */
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

/** The state one step back; the same state when there is none. */
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

/** Edits of the open experiment. */
export const experiment = {
  /** Replaces the whole text, as typing in the source does. */
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
  /** Puts another text in the place of the open one. */
  load(text: string, origin: Origin): void {
    // CodeMirror counts a carriage return as a line of its own, and a byte order mark as text.
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

/** Whether there is something that closing would lose. */
export function isDirty(state: Pick<ExperimentState, 'text' | 'savedText'>): boolean {
  return state.text !== state.savedText;
}
