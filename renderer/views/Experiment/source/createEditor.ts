import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { experiment } from '../../../document/experimentStore.ts';
import { editorTheme } from './editorTheme.ts';

/** Marks changes that follow the store, so that they are not written back to it. */
export const fromStore = Annotation.define<true>();

function done(action: () => void): () => boolean {
  return () => {
    action();
    return true;
  };
}

/** Undo belongs to the experiment, whichever of its two views an edit was made in. */
const undoKeys = [
  { key: 'Mod-z', run: done(experiment.undo), preventDefault: true },
  { key: 'Mod-y', run: done(experiment.redo), preventDefault: true },
  { key: 'Mod-Shift-z', run: done(experiment.redo), preventDefault: true },
  // Tab indents, so after Escape it has to leave the editor.
  { key: 'Escape', run: letTabLeave },
];

function letTabLeave(view: EditorView): boolean {
  view.setTabFocusMode(true);
  return true;
}

/** A YAML editor in `parent` that reports typed text to `onChange`. */
export function createEditor(
  parent: HTMLElement,
  text: string,
  onChange: (text: string) => void,
): EditorView {
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      lintGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      bracketMatching(),
      indentOnInput(),
      indentUnit.of('  '),
      EditorState.tabSize.of(2),
      yaml(),
      editorTheme,
      keymap.of([...undoKeys, ...lintKeymap, ...defaultKeymap, indentWithTab]),
      EditorView.domEventHandlers({ focus: (_event, view) => view.setTabFocusMode(false) }),
      EditorView.contentAttributes.of({
        'aria-label': 'Experiment file, YAML',
        tabindex: '0',
      }),
      EditorView.updateListener.of((update) => {
        const typed = update.transactions.some(
          (one) => one.docChanged && !one.annotation(fromStore),
        );
        if (!typed) return;
        update.view.setTabFocusMode(false);
        onChange(update.state.doc.toString());
      }),
    ],
  });
  return new EditorView({ state, parent });
}
