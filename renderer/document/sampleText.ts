import { Document, isCollection, isScalar, visit } from 'yaml';
import { readText } from './edit.ts';
import { writing } from './yamlText.ts';

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
  if (syntaxError !== null || typeof data !== 'object' || data === null || Array.isArray(data)) {
    return null;
  }
  return data as Readonly<Record<string, unknown>>;
}
