import { Document, isCollection, isSeq, Lexer, type Node, parseDocument } from 'yaml';

/** How YAML is written where a splice of the text does not do. */
export const writing = { lineWidth: 0, flowCollectionPadding: false, indent: 2 } as const;

/** Parses with what editing needs: exact places, and merge keys left as they are. */
export function parseYaml(text: string): Document {
  return parseDocument(text, { keepSourceTokens: true, prettyErrors: false });
}

/** The comments of a text in order, to see that an edit has lost none. */
export function commentsOf(text: string): string[] {
  return [...new Lexer().lex(text)].filter((token) => token.startsWith('#'));
}

/** Whether lists and mappings go on one line, or, with `items`, each item of a list does. */
export type Flow = boolean | 'items';

/** Lays a value out on one line, or each of its items. */
export function layOut(node: Node, flow: Flow): void {
  if (!isCollection(node)) return;
  if (flow === true) node.flow = true;
  if (flow !== 'items' || !isSeq(node)) return;
  for (const item of node.items) if (isCollection(item)) item.flow = true;
}

/**
 * A value as it stands after `key:`, the space or line break included: ` 10`, ` [a, b]`,
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
