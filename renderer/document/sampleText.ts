import { Document, isCollection, isNode, isScalar, visit } from 'yaml';
import { isKeyed, readText } from './edit.ts';
import { layOut, writing } from './yamlText.ts';

/** A sample request as editable text. */
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

/** Data of a sample; null while it is not YAML or not a mapping. */
export function readSample(text: string): Readonly<Record<string, unknown>> | null {
  const { data, syntaxError } = readText(text);
  return syntaxError === null && isKeyed(data) ? data : null;
}

/** A value of the form as editable text; empty for none. Lists have one item per line. */
export function writeYaml(value: unknown): string {
  if (Array.isArray(value)) {
    const document = new Document(value, { aliasDuplicateObjects: false });
    if (isNode(document.contents)) layOut(document.contents, 'items');
    return document.toString(writing).trimEnd();
  }
  return isKeyed(value) ? writeSample(value) : value === undefined ? '' : String(value);
}

/** Value of such a text; undefined for none, null while it is not YAML of that kind. */
export function readYaml(
  text: string,
  kind: 'mapping' | 'list',
): { readonly value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  const { data, syntaxError } = readText(text);
  const fits = kind === 'list' ? Array.isArray(data) : isKeyed(data);
  return syntaxError === null && fits ? { value: data } : null;
}
