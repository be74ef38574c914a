import { Document, isCollection, isSeq, Lexer, type Node, parseDocument } from 'yaml';

/** YAML output format, for edits that a splice cannot make. */
export const writing = { lineWidth: 0, flowCollectionPadding: false, indent: 2 } as const;

/** Parses for editing: exact positions, and merge keys left unresolved. */
export function parseYaml(text: string): Document {
  return parseDocument(text, { keepSourceTokens: true, prettyErrors: false });
}

/** The comments of a text in order, to check that an edit keeps them. */
export function commentsOf(text: string): string[] {
  return [...new Lexer().lex(text)].filter((token) => token.startsWith('#'));
}

/** Whether lists and mappings are on one line; with `items`, each item of a list is. */
export type Flow = boolean | 'items';

/** Formats a value, or each of its items, on one line. */
export function layOut(node: Node, flow: Flow): void {
  if (!isCollection(node)) return;
  if (flow === true) node.flow = true;
  if (flow !== 'items' || !isSeq(node)) return;
  for (const item of node.items) if (isCollection(item)) item.flow = true;
}

/**
 * A value as written after `key:`, including the space or line break: ` 10`, ` [a, b]`,
 * `\n  - a`. `indent` is the column of the key.
 */
export function writeValue(value: unknown, flow: Flow, indent: number): string {
  const document = new Document({ k: value });
  const node = document.get('k', true);
  if (isCollection(node)) layOut(node, flow);
  const text = document.toString({ ...writing, lineWidth: indent === 0 ? 100 : 0 });
  const [first = '', ...others] = text.slice('k:'.length).trimEnd().split('\n');
  const pad = ' '.repeat(indent);
  return [first, ...others.map((line) => (line === '' ? '' : pad + line))].join('\n');
}
