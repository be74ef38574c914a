import { type DescriptionTree, isMapping, listAt, type Mapping, mappingAt } from './tree.ts';

/** More fields tell no more about what an answer is. */
const maxFields = 100;
const maxDepth = 6;

/** Names of the fields of an operation's answer, or of the items of a list; empty where its schema does not say. */
export function answerFields(tree: DescriptionTree, operation: Mapping): string[] {
  try {
    const responses = mappingAt(operation, 'responses');
    const status = Object.keys(responses).find((one) => /^2/.test(one));
    const response = tree.follow(status === undefined ? responses.default : responses[status]);
    if (!isMapping(response)) return [];
    const content = Object.values(mappingAt(response, 'content')).find(isMapping);
    return [...new Set(fieldsOf(tree, content?.schema ?? response.schema, maxDepth))].slice(
      0,
      maxFields,
    );
  } catch {
    // A reference of the answer leads nowhere: its requests can be sent nevertheless.
    return [];
  }
}

function fieldsOf(tree: DescriptionTree, written: unknown, depth: number): string[] {
  const schema = tree.follow(written);
  if (!isMapping(schema) || depth === 0) return [];
  if (isMapping(schema.items)) return fieldsOf(tree, schema.items, depth - 1);
  const own = Object.keys(mappingAt(schema, 'properties')).slice(0, maxFields);
  const parts = listAt(schema, 'allOf').slice(0, 5);
  return [...own, ...parts.flatMap((part) => fieldsOf(tree, part, depth - 1))];
}
