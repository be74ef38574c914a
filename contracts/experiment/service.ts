import { z } from 'zod';
import { protocolFacts } from '../protocols.ts';
import type { Protocol } from '../words.ts';
import { placeSchemas } from './addresses.ts';
import { type AuthSettings, authSchema } from './auth.ts';
import { bodyFileSchema, bodyKeys, multipartSchema } from './bodies.ts';
import { ownServiceProtocols, saidFor } from './by-protocol.ts';
import { writtenCheckSchema } from './checks.ts';
import { flowSchema, mixSchema, namespacesSchema, writtenTakeSchema, wrongNames } from './flows.ts';
import { boundedText, listOf } from './lengths.ts';
import { type OwnTlsSettings, ownTlsSchema } from './own-tls.ts';
import { setting } from './setting.ts';

/**
 * An own service, used in place of a workload: its address in each protocol, and its requests. Texts may
 * contain `{{values}}` that differ from request to request, and `${NAME}` for environment variables.
 */

/** Longest text of a request, in characters; larger bodies come from a file. */
const maxText = 2_000_000;
const maxRequests = 500;

const text = z
  .string({ error: 'expected text' })
  .refine((value) => value.length <= maxText, `expected at most ${maxText} characters`);
const scalar = z.union([text, z.number(), z.boolean()], { error: 'expected text or a number' });
/** A header or parameter may be a number; it is sent as text. */
const fieldsSchema = z.record(
  z
    .string()
    .refine((name) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name), 'expected the name of a header'),
  scalar.transform(String),
  { error: 'expected headers, such as {accept: application/json}' },
);
const parametersSchema = z.record(
  z.string(),
  z.union([scalar.transform(String), z.array(scalar.transform(String))], {
    error: 'expected a value or a list of values',
  }),
  { error: 'expected parameters, such as {page: 2}' },
);

const pathSchema = text.refine(
  (path) => path.startsWith('/') && !/[\s#]/.test(path.replace(/\{\{.*?\}\}/g, '')),
  'expected a path that begins with /, without spaces',
);

/** A request for a resource over HTTP. */
const resourceCallSchema = z
  .strictObject({
    method: z
      .string({ error: 'expected a method, such as GET' })
      .regex(/^[A-Z][A-Z-]{0,29}$/, 'expected a method, such as GET')
      .refine((method) => method !== 'CONNECT', 'expected another method than CONNECT')
      .optional(),
    path: pathSchema,
    query: parametersSchema.optional(),
    headers: fieldsSchema.optional(),
    /** Sent as JSON, unless it is text, which is sent unchanged. */
    body: z.json({ error: 'expected a body' }).optional(),
    /** Fields of a form, encoded as in a URL. */
    form: parametersSchema.optional(),
    /** A form in parts, of which some are files. */
    multipart: multipartSchema.optional(),
    /** A file that is sent unchanged as the body. */
    'body-file': bodyFileSchema.optional(),
  })
  .superRefine((call, context) => {
    const [, second] = bodyKeys.filter((key) => call[key] !== undefined);
    if (second === undefined) return;
    const message = `expected one of ${bodyKeys.join(', ')}`;
    context.addIssue({ code: 'custom', path: [second], message });
  });

/** An envelope for a procedure. */
const envelopeCallSchema = z.strictObject({
  path: pathSchema.optional(),
  action: text.optional(),
  version: z.enum(['1.1', '1.2']).default('1.1'),
  headers: fieldsSchema.optional(),
  /** Content of the envelope's body, or the whole envelope. */
  body: text,
});

const messageCallSchema = z.strictObject({
  method: z
    .string({ error: 'expected a method, such as shop.v1.Orders/GetOrder' })
    .regex(/^\/?[\w.]+\/\w+$/, 'expected a method, such as shop.v1.Orders/GetOrder'),
  message: z
    .record(z.string(), z.json(), { error: 'expected the fields of a message, such as {id: 7}' })
    .default({}),
  metadata: fieldsSchema.optional(),
});

const queryCallSchema = z.strictObject({
  path: pathSchema.optional(),
  query: text,
  variables: z
    .record(z.string(), z.json(), { error: 'expected variables, such as {id: 7}' })
    .default({}),
  operation: z.string({ error: 'expected the name of an operation' }).optional(),
  headers: fieldsSchema.optional(),
});

const callSchemas = {
  resource: resourceCallSchema,
  envelope: envelopeCallSchema,
  message: messageCallSchema,
  query: queryCallSchema,
};
type CallKind = keyof typeof callSchemas;
export type ResourceCall = z.infer<typeof resourceCallSchema>;
export type EnvelopeCall = z.infer<typeof envelopeCallSchema>;
export type MessageCall = z.infer<typeof messageCallSchema>;
export type QueryCall = z.infer<typeof queryCallSchema>;
/** A call as in the file, with its kind. */
export type WrittenCall =
  | { readonly kind: 'resource'; readonly call: ResourceCall }
  | { readonly kind: 'envelope'; readonly call: EnvelopeCall }
  | { readonly kind: 'message'; readonly call: MessageCall }
  | { readonly kind: 'query'; readonly call: QueryCall };

/** An entry for each of them, created by its kind. */
function forProtocols<T extends z.ZodType>(make: (protocol: Protocol, kind: CallKind) => T) {
  return Object.fromEntries(
    ownServiceProtocols.flatMap((protocol) => {
      const kind = protocolFacts[protocol].custom;
      return kind === null ? [] : [[protocol, make(protocol, kind)]];
    }),
  ) as Partial<Record<Protocol, T>>;
}

const requestNameSchema = z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/);
const wrongName =
  'expected a name of letters, digits, dots, hyphens and underscores, at most 100 of them';
const wrongRequests = 'expected requests, such as {get-order: {rest: {path: /orders/7}}}';

const ownServiceRequestSchema = z
  .strictObject({
    doc: boundedText(0, 500, 'expected text').optional(),
    /** Whether it changes data of the service; such a request is sent only as load, never to inspect the answer. */
    changes: z.boolean({ error: 'expected true or false' }).optional(),
    checks: z
      .array(writtenCheckSchema)
      .refine((list) => list.length <= 50, 'expected at most 50 checks')
      .default([]),
    /** Parts of the answer that must be equal in every protocol, by name. */
    agree: z
      .record(z.string().regex(/^[A-Za-z][\w-]{0,99}$/), writtenTakeSchema, {
        error: ({ code }) =>
          code === 'invalid_key'
            ? 'expected a name of letters, digits, hyphens and underscores'
            : 'expected parts of the answer by name, such as {total: {path: $.total}}',
      })
      .refine((parts) => Object.keys(parts).length <= 50, 'expected at most 50 parts')
      .default({}),
    ...forProtocols((_protocol, kind) => (callSchemas[kind] as z.ZodType<unknown>).optional()),
  })
  .refine(({ changes, agree }) => !changes || Object.keys(agree).length === 0, {
    error: 'a request that changes something is not sent to compare answers: leave agree out',
    path: ['agree'],
  });
/** A request as in the file. */
export type WrittenRequest = z.infer<typeof ownServiceRequestSchema>;

const descriptionsSchema = z.union(
  [text.transform((one) => [one]), listOf(text, 'file', { max: 100 })],
  {
    error: 'expected a file, or a list of files',
  },
);

/** Descriptions of messages; only procedures with named messages need them. */
function describedKeys(label: string, title: string) {
  return {
    description: setting(descriptionsSchema.optional(), {
      label: `Description of your ${label} service`,
      doc: `${title}s of the service, or descriptor sets, relative to the experiment file. Without them the service is asked by reflection, at each start of a run.`,
      fallback: null,
      values: 'file, or list of files',
      byDefault: 'reflection',
    }),
    imports: setting(descriptionsSchema.optional(), {
      label: 'Import folders',
      doc: 'Folders in which imported files are looked for, relative to the experiment file.',
      fallback: null,
      values: 'folder, or list of folders',
      byDefault: 'the folders around the files',
    }),
  };
}

/** The authentication methods of a kind of call. */
function authFor(kind: CallKind) {
  return authSchema
    .refine((auth) => kind === 'envelope' || auth['ws-security'] === undefined, {
      error: 'ws-security is of SOAP alone: expected basic, bearer, api-key or oauth',
      path: ['ws-security'],
    })
    .refine((auth) => kind !== 'message' || auth['api-key']?.query === undefined, {
      error: 'calls over gRPC have no parameters: expected header',
      path: ['api-key', 'query'],
    });
}

function endpointSchema(protocol: Protocol, kind: CallKind) {
  const { label, interface: facts } = protocolFacts[protocol];
  return z.strictObject({
    address: setting(placeSchemas[protocol], {
      label: `Address of your ${label} service`,
      doc: `Where the ${label} service is.`,
      likelihood: 'likely',
    }),
    ...(kind === 'message' ? describedKeys(label, facts.title) : {}),
    headers: setting(fieldsSchema.optional(), {
      label: `Headers of every ${label} request`,
      doc: `Headers that every ${label} request carries, such as {authorization: "Bearer \${TOKEN}"}.`,
      fallback: null,
      values: 'mapping',
      byDefault: 'none',
    }),
    auth: setting(authFor(kind).optional(), {
      label: `Authentication of your ${label} service`,
      doc: `How every ${label} request says who asks: basic, bearer, api-key, ${kind === 'envelope' ? 'ws-security, ' : ''}or oauth for a token by client credentials.`,
      fallback: null,
      values: 'mapping',
      byDefault: 'none',
      see: 'authentication',
    }),
    tls: setting(ownTlsSchema.optional(), {
      label: `Certificates of your ${label} service`,
      doc: `Authorities, a certificate of the client and the server's name for ${label} over TLS.`,
      fallback: null,
      values: 'mapping',
      byDefault: 'none',
      likelihood: 'likely',
      see: 'certificates-of-your-own',
    }),
  });
}

const endpoints = Object.fromEntries(
  Object.entries(forProtocols(endpointSchema)).map(([protocol, schema]) => [
    protocol,
    setting((schema ?? z.never()).optional(), {
      label: `Your ${protocolFacts[protocol as Protocol].label} service`,
      doc: `Where your service is over ${protocolFacts[protocol as Protocol].label}, and what all its requests have in common.`,
      fallback: null,
    }),
  ]),
) as Partial<Record<Protocol, z.ZodOptional<ReturnType<typeof endpointSchema>>>>;

/** How a request picks its row of a data file. */
export const rowPickSchema = z.enum(['sequential', 'random', 'unique', 'per-user'], {
  error: 'expected sequential, random, unique or per-user',
});

const dataSourceSchema = z.strictObject(
  {
    file: text.refine((name) => name.length > 0, 'expected a file'),
    pick: rowPickSchema.default('sequential'),
  },
  { error: 'expected a file with rows, such as {file: orders.csv}' },
);
export type DataSource = z.infer<typeof dataSourceSchema>;

const wrongSource = 'expected a name of letters, digits, hyphens and underscores';

const maxGroups = 100;

/** Mixes or flows by name. */
function groups<T extends z.ZodType>(one: T, what: string, example: string) {
  return z
    .record(requestNameSchema, one, {
      error: ({ code }) =>
        code === 'invalid_key' ? wrongName : `expected ${what}, such as ${example}`,
    })
    .refine((all) => Object.keys(all).length <= maxGroups, `expected at most ${maxGroups} ${what}`)
    .optional();
}

const serviceFieldsSchema = z.strictObject({
  ...endpoints,
  data: setting(
    z
      .record(z.string().regex(/^[A-Za-z][\w-]{0,99}$/), dataSourceSchema, {
        error: ({ code }) =>
          code === 'invalid_key'
            ? wrongSource
            : 'expected data, such as {orders: {file: orders.csv}}',
      })
      .refine((sources) => Object.keys(sources).length <= 100, 'expected at most 100 data files')
      .optional(),
    {
      label: 'Data files',
      doc: 'Files with rows by name: a request takes its values {{NAME.COLUMN}} from one row of each.',
      fallback: null,
      values: 'mapping',
      byDefault: 'none',
    },
  ),
  requests: setting(
    z
      .record(requestNameSchema, ownServiceRequestSchema, {
        error: ({ code }) => (code === 'invalid_key' ? wrongName : wrongRequests),
      })
      .refine((requests) => Object.keys(requests).length > 0, 'expected at least one request')
      .refine(
        (requests) => Object.keys(requests).length <= maxRequests,
        `expected at most ${maxRequests} requests`,
      ),
    {
      label: 'Requests',
      doc: 'The requests by name; a name is a shape, and a request has a form for each protocol in which it can be sent.',
      likelihood: 'likely',
      values: 'mapping',
      see: 'your-own-service',
    },
  ),
  namespaces: setting(namespacesSchema.optional(), {
    label: 'Namespaces',
    doc: 'Namespaces by the prefixes that XPaths have for them, such as {s: "urn:shop"}.',
    fallback: null,
    values: 'mapping',
    byDefault: 'none',
    see: 'values',
  }),
  mixes: setting(groups(mixSchema, 'mixes', '{browse: {get-order: 9, list-orders: 1}}'), {
    label: 'Mixes',
    doc: 'Mixes by name; a name is a shape, and each of its requests is sent as often as its weight says.',
    fallback: null,
    values: 'mapping',
    byDefault: 'none',
    see: 'flows-and-mixes',
  }),
  flows: setting(
    groups(flowSchema, 'flows', '{checkout: {steps: [{request: login}, {request: get-order}]}}'),
    {
      label: 'Flows',
      doc: 'Flows by name; a name is a shape, and its requests are sent in order by one user.',
      fallback: null,
      values: 'mapping',
      byDefault: 'none',
      see: 'flows-and-mixes',
    },
  ),
});

/** The block `service` of an experiment file. */
export const serviceSchema = serviceFieldsSchema.superRefine((service, context) => {
  for (const { path, message } of wrongNames(service)) {
    context.addIssue({ code: 'custom', path, message });
  }
});
export type ServiceSettings = z.infer<typeof serviceSchema>;
/** An own service in one protocol. */
export interface Endpoint {
  readonly address: string;
  readonly description?: readonly string[];
  readonly imports?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: AuthSettings;
  readonly tls?: OwnTlsSettings;
}

/** The file's settings of a service in one protocol; undefined if not offered. */
export function serviceEndpoint(
  service: ServiceSettings,
  protocol: Protocol,
): Endpoint | undefined {
  return (service as Partial<Record<Protocol, Endpoint>>)[protocol];
}

/**
 * The form of a request in a protocol: its own, or that of another protocol with the same kind of requests.
 * @returns null if it has none.
 */
export function writtenCall(request: WrittenRequest, protocol: Protocol): WrittenCall | null {
  const kind = protocolFacts[protocol].custom;
  if (kind === null) return null;
  const forms = request as Partial<Record<Protocol, unknown>>;
  const call = saidFor(forms, protocol);
  return call === undefined ? null : ({ kind, call } as WrittenCall);
}
