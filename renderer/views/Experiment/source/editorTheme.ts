import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in the window's colours; CSS variables let it follow the colour scheme. */
export const editorTheme = [
  EditorView.theme({
    '&': {
      height: '100%',
      fontSize: '12px',
      backgroundColor: 'transparent',
      color: 'var(--wb-ink)',
    },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: 'var(--mantine-font-family-monospace)',
      lineHeight: '19px',
      letterSpacing: '0',
      fontFeatureSettings: '"calt" 0',
    },
    '.cm-content': { padding: '8px 0', caretColor: 'var(--wb-accent-text)' },
    '.cm-cursor': { borderLeftColor: 'var(--wb-accent-text)', borderLeftWidth: '2px' },
    '.cm-gutters': {
      backgroundColor: 'transparent',
      border: 'none',
      color: 'var(--wb-ink-3)',
    },
    '.cm-lineNumbers .cm-gutterElement': { minWidth: '30px', padding: '0 6px 0 8px' },
    '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--wb-hover) 60%, transparent)' },
    '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--wb-ink)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
      { backgroundColor: 'var(--wb-accent-soft)' },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--wb-bad) 1px',
      textUnderlineOffset: '3px',
    },
    '.cm-lintPoint-error:after': { borderBottomColor: 'var(--wb-bad)' },
    '.cm-lint-marker': { width: '8px', height: '8px', marginTop: '5px' },
    '.cm-lint-marker-error': {
      content: '""',
      borderRadius: '50%',
      backgroundColor: 'var(--wb-bad)',
    },
    '.cm-gutter-lint': { width: '12px' },
    '.cm-tooltip': {
      border: '1px solid var(--wb-line)',
      borderRadius: '6px',
      backgroundColor: 'var(--wb-raised)',
      boxShadow: 'var(--wb-shadow)',
      color: 'var(--wb-ink)',
      fontFamily: 'var(--mantine-font-family)',
      fontSize: '12px',
      maxWidth: '420px',
    },
    '.cm-diagnostic': { padding: '5px 9px', borderLeftWidth: '3px' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--wb-bad)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      {
        tag: [tags.definition(tags.propertyName), tags.propertyName],
        color: 'var(--wb-accent-text)',
      },
      { tag: tags.comment, color: 'var(--wb-ink-3)', fontStyle: 'italic' },
      { tag: [tags.string, tags.content], color: 'var(--wb-ink)' },
      {
        tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace],
        color: 'var(--wb-ink-3)',
      },
      { tag: [tags.meta, tags.keyword, tags.labelName, tags.typeName], color: 'var(--wb-warn)' },
    ]),
  ),
];
