import { getIntrospectionQuery } from 'graphql';
import { WirebenchError } from '../../../contracts/errors.ts';
import { fetchDescription } from '../fetch-description.ts';
import { tooMuchJson } from '../json-bounds.ts';

/** The second query is for servers that refuse deep documents or do not know new features. */
const queries = [
  getIntrospectionQuery({ descriptions: true, oneOf: true, inputValueDeprecation: true }),
  getIntrospectionQuery({ descriptions: true }),
  getIntrospectionQuery({ descriptions: false, typeDepth: 4 }),
];

interface IntrospectionReply {
  readonly data?: { readonly __schema?: unknown } | null;
  readonly errors?: readonly { readonly message?: unknown }[];
}

function parseReply(text: string): IntrospectionReply {
  if (tooMuchJson(text) !== null) return {};
  try {
    const reply: unknown = JSON.parse(text);
    return typeof reply === 'object' && reply !== null ? reply : {};
  } catch {
    // An HTML page or a proxy's text: the caller reports that it is not GraphQL.
    return {};
  }
}

/**
 * Asks a server for its schema.
 * @returns the response’s JSON as text.
 * @throws WirebenchError SERVICE_INVALID when it does not answer, or introspection is disabled.
 */
export async function introspect(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  let why = '';
  for (const query of queries) {
    const { status, text } = await fetchDescription(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        ...headers,
      },
      body: JSON.stringify({ query, operationName: 'IntrospectionQuery' }),
    });
    const reply = parseReply(text);
    if (reply.data?.__schema) return text;
    const said = reply.errors?.[0]?.message;
    why = typeof said === 'string' ? said : `status ${status} without a schema`;
    if (status === 401 || status === 403) break;
  }
  throw new WirebenchError('SERVICE_INVALID', `${address} does not reveal its schema: ${why}`, {
    hint: 'Many servers switch introspection off, or want headers: give the schema as a file.',
  });
}
