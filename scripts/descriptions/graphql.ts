import { getVariableValues, Kind, parse, validate } from 'graphql';
import { readSchema } from '../../engine/own-service/graphql/schema.ts';
import { accepted, type DescriptionKind, refused, type Verdict } from './kinds.ts';

/** The objection of graphql-js to a document with its variables; null if it accepts them. */
function wrongOf(schema: ReturnType<typeof readSchema>, call: Readonly<Record<string, unknown>>) {
  const document = parse(String(call.query));
  const [wrong] = validate(schema, document);
  if (wrong) return wrong.message;
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return 'it has no operation';
  const variables = (call.variables ?? {}) as Record<string, unknown>;
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return errors?.[0]?.message ?? null;
}

/** GraphQL, validated by graphql-js. */
export const graphqlKind: DescriptionKind = {
  name: 'graphql',
  title: 'GraphQL',
  validator: 'graphql-js',
  isOne: (file, text) =>
    /\.(graphqls?|gql)$/i.test(file)
      ? /^\s*(extend\s+)?type\s+(Query|Mutation)\b|^\s*schema\b[^{]*\{/m.test(text)
      : file.endsWith('.json') && /"__schema"\s*:\s*\{/.test(text),
  declared: async ({ text }) => {
    const schema = readSchema(text);
    const roots = [schema.getQueryType(), schema.getMutationType()];
    return roots.reduce((sum, root) => sum + Object.keys(root?.getFields() ?? {}).length, 0);
  },
  judge: async ({ text }, { operations }) => {
    const schema = readSchema(text);
    return operations.map(({ name, call }): Verdict => {
      const wrong = wrongOf(schema, call);
      return wrong === null ? accepted(name) : refused(name, wrong);
    });
  },
};
