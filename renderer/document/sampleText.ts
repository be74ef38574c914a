import { Document, isCollection, isNode, isScalar, visit } from 'yaml';
import { isKeyed, readText } from './edit.ts';
import { layOut, writing } from './yamlText.ts';

/** A sample of a request as people read and edit it. */
export function writeSample(call: Readonly<Record<string, unknown>>): string {
  const document = new Document(call, { aliasDuplicateObjects: false });
  visit(document, {
    Seq: (_key, node) => {
      if (node.items.every((item) => isScalar(item))) node.flow = true;
    },
    Map: (_key, node) => {
      if (node !== document.contents && isCollection(node) && node.items.length === 0)
        node.flow = true;
    },
  });
  return document.toString(writing).trimEnd();
}

/** What a sample says; null while it is not YAML, or no mapping. */
export function readSample(text: string): Readonly<Record<string, unknown>> | null {
  const { data, syntaxError } = readText(text);
  return syntaxError === null && isKeyed(data) ? data : null;
}

/** A value of the form as people read and edit it; the empty text for none. Items of lists take a line each. */
export function writeYaml(value: unknown): string {
  if (Array.isArray(value)) {
    const document = new Document(value, { aliasDuplicateObjects: false });
    if (isNode(document.contents)) layOut(document.contents, 'items');
    return document.toString(writing).trimEnd();
  }
  return isKeyed(value) ? writeSample(value) : value === undefined ? '' : String(value);
}

/** What such a text says, undefined for nothing; null while it is not YAML of that kind. */
export function readYaml(
  text: string,
  kind: 'mapping' | 'list',
): { readonly value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  const { data, syntaxError } = readText(text);
  const fits = kind === 'list' ? Array.isArray(data) : isKeyed(data);
  return syntaxError === null && fits ? { value: data } : null;
}
