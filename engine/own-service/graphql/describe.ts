import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isRequiredArgument,
  parse,
  validate,
} from 'graphql';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import type { FoundOperation, FoundService } from '../found.ts';
import { firstSentence } from '../sentence.ts';
import { sampleOf } from './samples.ts';
import { readSchema } from './schema.ts';
import { generatedSelection } from './selection.ts';

/** Maximum operations of one schema. */
const maxOperations = 5000;

type Field = GraphQLField<unknown, unknown>;
type Root = 'query' | 'mutation';

/** Every argument as a variable; optional ones have no value. */
function argumentsOf({ args }: Field) {
  const required = args.filter(isRequiredArgument);
  return {
    declared: args.map((one) => {
      const type = isRequiredArgument(one) ? one.type : getNullableType(one.type);
      return `$${one.name}: ${type}`;
    }),
    passed: args.map(({ name }) => `${name}: $${name}`),
    variables: Object.fromEntries(required.map(({ name, type }) => [name, sampleOf(type)])),
  };
}

function documentOf(schema: GraphQLSchema, root: Root, field: Field) {
  const { declared, passed, variables } = argumentsOf(field);
  const inBrackets = (parts: readonly string[]) =>
    parts.length === 0 ? '' : `(${parts.join(', ')})`;
  const call = `${field.name}${inBrackets(passed)}${generatedSelection(schema, field)}`;
  const query = `${root} ${field.name}${inBrackets(declared)} { ${call} }`;
  const [wrong] = validate(schema, parse(query));
  if (wrong) throw wrong;
  return { query, operation: field.name, ...(declared.length > 0 ? { variables } : {}) };
}

/** Names of the fields of an answer, or of its items. */
function fieldsOf({ type }: Field): string[] {
  const named = getNamedType(type);
  return 'getFields' in named ? Object.keys(named.getFields()).slice(0, 100) : [];
}

/** Operations of a schema, as they are found. */
class Describing {
  readonly operations: FoundOperation[] = [];
  readonly remarks: string[] = [];
  readonly #schema: GraphQLSchema;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  take(root: Root, type: GraphQLObjectType | null | undefined): void {
    const taken = new Set(this.operations.map(({ name }) => name));
    for (const field of Object.values(type?.getFields() ?? {})) {
      if (this.operations.length >= maxOperations) {
        this.remarks.push(`Only the first ${maxOperations} operations are offered.`);
        return;
      }
      // The schema allows a query and a mutation of one name.
      const name = taken.has(field.name) ? `${root}.${field.name}` : field.name;
      try {
        const call = documentOf(this.#schema, root, field);
        const doc = firstSentence(field.description);
        const gives = fieldsOf(field);
        this.operations.push({
          name,
          ...(gives.length > 0 ? { gives } : {}),
          doc,
          changes: root === 'mutation',
          call,
          checks: [],
        });
      } catch (error) {
        this.remarks.push(`${name} is left out: ${messageOf(error)}.`);
      }
    }
  }
}

/**
 * The operations of a GraphQL schema: one for each field of Query and Mutation, with variables for its
 * arguments and a selection three objects deep.
 * @param source the schema’s text, or the JSON of an introspection.
 * @throws WirebenchError SERVICE_INVALID
 */
export function describeGraphql(source: string, address: string | null): FoundService {
  const schema = readSchema(source);
  const found = new Describing(schema);
  try {
    found.take('query', schema.getQueryType());
    found.take('mutation', schema.getMutationType());
    const subscriptions = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
    if (subscriptions.length > 0) {
      const names = subscriptions.slice(0, 20).join(', ');
      found.remarks.push(`Subscriptions cannot be measured and are left out: ${names}.`);
    }
  } catch (cause) {
    // Schemas build their types lazily.
    const message = `the GraphQL schema cannot be read: ${messageOf(cause)}`;
    throw new WirebenchError('SERVICE_INVALID', message, { cause });
  }
  const { operations, remarks } = found;
  if (operations.length === 0) {
    const why = remarks[0] ?? 'its types Query and Mutation have no fields';
    throw new WirebenchError('SERVICE_INVALID', `the GraphQL schema offers no operation: ${why}`);
  }
  return { protocol: 'graphql', address, endpoint: {}, operations, remarks };
}
