import type { CustomCall, ProtobufCall, TextCall } from '../../contracts/custom.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import type {
  Endpoint,
  EnvelopeCall,
  MessageCall,
  QueryCall,
  ResourceCall,
  WrittenCall,
} from '../../contracts/experiment/service.ts';
import { parseTarget } from '../run/address.ts';
import type { MessageSchemas } from './proto/schemas.ts';

/** What a call is written out with. */
export interface CallContext {
  readonly endpoint: Endpoint;
  readonly schemas: () => Promise<MessageSchemas>;
}

type Fields = Readonly<Record<string, string>>;

/** Headers in the order in which they were named, those that come later in place of those before; names in lower case. */
function fieldsOf(...groups: readonly (Fields | undefined)[]): [name: string, value: string][] {
  const fields = new Map<string, string>();
  for (const group of groups) {
    for (const [name, value] of Object.entries(group ?? {})) {
      // Longer characters would be cut to their last byte, which may end the line.
      if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
        const message = `the header ${name} holds a line break or a character that HTTP cannot carry`;
        throw new WirebenchError('SERVICE_INVALID', message);
      }
      fields.set(name.toLowerCase(), value);
    }
  }
  return [...fields];
}

/** Metadata of a call, of which gRPC allows less than HTTP of headers. */
function metadataOf(...groups: readonly (Fields | undefined)[]): [name: string, value: string][] {
  const fields = fieldsOf(...groups);
  for (const [name, value] of fields) {
    if (/^[\w.-]+$/.test(name) && /^[ -~]*$/.test(value)) continue;
    const message = `the metadata ${name} holds a character that gRPC cannot carry: expected a name of letters, digits, dots, hyphens and underscores, and a value in ASCII`;
    throw new WirebenchError('SERVICE_INVALID', message);
  }
  return fields;
}

/** Parts of a URL, but for `{{values}}`, which are escaped when they are known. */
function escaped(text: string, encoded: (part: string) => string = encodeURIComponent): string {
  return text
    .split(/(\{\{.*?\}\})/s)
    .map((part, index) => (index % 2 === 1 ? part : encoded(part)))
    .join('');
}

/** A path as it is written, but for what would end it, and for letters that URLs write in bytes. */
function pathOf(written: string): string {
  return escaped(written, (part) => part.replace(/[^\x21-\x7e]+/g, encodeURIComponent));
}

/** Path and query below the address; of a call without a path what the address itself has behind its base. */
function targetOf({ path }: { readonly path?: string | undefined }, { address }: Endpoint): string {
  if (path !== undefined) return pathOf(path);
  const { pathname, search } = new URL(address);
  return pathname.slice(parseTarget(address).basePath.length) + search;
}

function encodeParameters(
  parameters: Readonly<Record<string, string | readonly string[]>>,
): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).map(
        (one) => `${escaped(name)}=${escaped(one)}`,
      ),
    )
    .join('&');
}

function resource(call: ResourceCall, { endpoint }: CallContext): TextCall {
  const { body, form, query } = call;
  const path = pathOf(call.path);
  const search = query && encodeParameters(query);
  const hasBody = body !== undefined || form !== undefined;
  const isText = typeof body === 'string';
  const type = form
    ? 'application/x-www-form-urlencoded'
    : isText
      ? 'text/plain'
      : 'application/json';
  const headers = fieldsOf(
    hasBody ? { 'content-type': type } : undefined,
    endpoint.headers,
    call.headers,
  );
  const sent = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  return {
    kind: 'text',
    method: call.method ?? (hasBody ? 'POST' : 'GET'),
    target: search ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path,
    headers,
    body: form ? encodeParameters(form) : isText ? body : hasBody ? JSON.stringify(body) : null,
    escape: escapeFor(sent),
    success: 'status',
  };
}

function escapeFor(contentType: string): TextCall['escape'] {
  if (/json/i.test(contentType)) return 'json';
  if (/xml/i.test(contentType)) return 'xml';
  return /x-www-form-urlencoded/i.test(contentType) ? 'url' : 'none';
}

const envelopes = {
  '1.1': {
    namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
    type: 'text/xml; charset=utf-8',
  },
  '1.2': {
    namespace: 'http://www.w3.org/2003/05/soap-envelope',
    type: 'application/soap+xml; charset=utf-8',
  },
} as const;

function envelope(call: EnvelopeCall, { endpoint }: CallContext): TextCall {
  const { namespace, type } = envelopes[call.version];
  const action = call.action ?? '';
  const isWhole = /^\s*(<\?xml[^>]*\?>\s*)?<[\w.-]*:?Envelope[\s>]/.test(call.body);
  const body = isWhole
    ? call.body
    : `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${namespace}"><soap:Body>${call.body.trim()}</soap:Body></soap:Envelope>`;
  const own: Fields =
    call.version === '1.1'
      ? { 'content-type': type, soapaction: `"${action}"` }
      : { 'content-type': action === '' ? type : `${type}; action="${action}"` };
  return {
    kind: 'text',
    method: 'POST',
    target: targetOf(call, endpoint),
    headers: fieldsOf(own, endpoint.headers, call.headers),
    body,
    escape: 'xml',
    success: 'fault',
  };
}

function query(call: QueryCall, { endpoint }: CallContext): TextCall {
  const { query: document, variables, operation } = call;
  const own = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
  };
  return {
    kind: 'text',
    method: 'POST',
    target: targetOf(call, endpoint),
    headers: fieldsOf(own, endpoint.headers, call.headers),
    body: JSON.stringify({ query: document, operationName: operation, variables }),
    escape: 'json',
    success: 'errors',
  };
}

async function message(call: MessageCall, context: CallContext): Promise<ProtobufCall> {
  const schemas = await context.schemas();
  const { path, request, response, stream } = schemas.method(call.method);
  schemas.check(request, call.message);
  return {
    kind: 'protobuf',
    path,
    metadata: metadataOf(context.endpoint.headers, call.metadata),
    message: call.message,
    request,
    response,
    schema: schemas.index,
    stream,
  };
}

/** Writes a call out. @throws WirebenchError SERVICE_INVALID */
export async function resolveCall(written: WrittenCall, context: CallContext): Promise<CustomCall> {
  switch (written.kind) {
    case 'resource':
      return resource(written.call, context);
    case 'envelope':
      return envelope(written.call, context);
    case 'query':
      return query(written.call, context);
    case 'message':
      return await message(written.call, context);
    default:
      throw new WirebenchError('SERVICE_INVALID', 'a request of an unknown kind');
  }
}
