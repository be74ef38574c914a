import { setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { Problem } from '../../../../contracts/experiment/cell.ts';
import { experiment, useExperiment } from '../../../document/experimentStore.ts';
import type { SourcePlace } from '../form/SourceContext.tsx';
import { createEditor, fromStore } from './createEditor.ts';
import { diagnosticsOf, rangeOf } from './diagnostics.ts';
import styles from './Source.module.css';
import { textChange } from './textChange.ts';

interface SourceEditorProps {
  readonly problems: readonly Problem[];
  /** Problems of an older text have outdated positions and are not marked. */
  readonly stale: boolean;
  /** Position to jump to; a new object jumps again. */
  readonly goTo: SourcePlace | null;
}

/** The experiment file as text. */
export function SourceEditor({ problems, stale, goTo }: SourceEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const text = useExperiment((state) => state.text);

  useEffect(() => {
    if (!parent.current) return;
    const view = createEditor(parent.current, useExperiment.getState().text, (typed) =>
      experiment.write(typed),
    );
    editor.current = view;
    return () => view.destroy();
  }, []);

  useEffect(() => {
    const view = editor.current;
    const changes = view && textChange(view.state.doc.toString(), text);
    if (changes) view.dispatch({ changes, annotations: fromStore.of(true) });
  }, [text]);

  useEffect(() => {
    const view = editor.current;
    if (!view || stale) return;
    view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc, problems)));
  }, [problems, stale]);

  useEffect(() => {
    if (editor.current && goTo) reveal(editor.current, goTo);
  }, [goTo]);

  return <div className={styles.editor} ref={parent} tabIndex={-1} />;
}

function reveal(view: EditorView, place: SourcePlace): void {
  const { from, to } = rangeOf(view.state.doc, place);
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}
