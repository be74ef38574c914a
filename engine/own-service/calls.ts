import { WirebenchError } from '../../contracts/errors.ts';
import type {
  Endpoint,
  EnvelopeCall,
  MessageCall,
  QueryCall,
  ResourceCall,
  WrittenCall,
} from '../../contracts/experiment/service.ts';
import type { OwnServiceCall, ProtobufCall, TextCall } from '../../contracts/own-service.ts';
import type { Protocol } from '../../contracts/words.ts';
import { parseTarget } from '../run/address.ts';
import { digestName } from './auth.ts';
import { besideValues, escapeFor, fileBody, multipartBody, type ResourceBody } from './bodies.ts';
import type { NamedFiles } from './files.ts';
import type { MessageSchemas } from './proto/schemas.ts';
import { withSecurity } from './security-header.ts';

/** Context for building a call. */
export interface CallContext {
  readonly protocol: Protocol;
  readonly endpoint: Endpoint;
  readonly schemas: () => Promise<MessageSchemas>;
  readonly files: Pick<NamedFiles, 'read'>;
}

type Fields = Readonly<Record<string, string>>;

/** Headers in the order of their names; later ones replace earlier ones. Names in lower case. */
function fieldsOf(
  ...groups: readonly (Fields | null | undefined)[]
): [name: string, value: string][] {
  const fields = new Map<string, string>();
  for (const group of groups) {
    for (const [name, value] of Object.entries(group ?? {})) {
      // Other characters would be cut to their last byte, which may end the line.
      if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
        const message = `the header ${name} holds a line break or a character that HTTP cannot carry`;
        throw new WirebenchError('SERVICE_INVALID', message);
      }
      fields.set(name.toLowerCase(), value);
    }
  }
  return [...fields];
}

/** Metadata of a call, for which gRPC allows less than HTTP does for headers. */
function metadataOf(...groups: readonly (Fields | undefined)[]): [name: string, value: string][] {
  const fields = fieldsOf(...groups);
  for (const [name, value] of fields) {
    if (/^[\w.-]+$/.test(name) && /^[ -~]*$/.test(value)) continue;
    const message = `the metadata ${name} holds a character that gRPC cannot carry: expected a name of letters, digits, dots, hyphens and underscores, and a value in ASCII`;
    throw new WirebenchError('SERVICE_INVALID', message);
  }
  return fields;
}

const inUrl = (text: string) => besideValues(text, encodeURIComponent);

/** A path as written, except for characters that would end it, and letters that URLs encode as bytes. */
function pathOf(written: string): string {
  return besideValues(written, (part) => part.replace(/[^\x21-\x7e]+/g, encodeURIComponent));
}

/** Path and query below the address; for a call without a path, that of the address itself. */
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
      (typeof value === 'string' ? [value] : value).map((one) => `${inUrl(name)}=${inUrl(one)}`),
    )
    .join('&');
}

async function bodyOf(
  call: ResourceCall,
  { endpoint, files }: CallContext,
): Promise<ResourceBody | null> {
  const { body, form, multipart, 'body-file': file } = call;
  if (multipart) return await multipartBody(multipart, files);
  if (file !== undefined) return await fileBody(file, files);
  if (form) {
    const type = 'application/x-www-form-urlencoded';
    return { pieces: [{ text: encodeParameters(form), escape: 'url' }], type };
  }
  if (body === undefined) return null;
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  const sent = fieldsOf({ 'content-type': type }, endpoint.headers, call.headers);
  const [, announced = ''] = sent.find(([name]) => name === 'content-type') ?? [];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { pieces: [{ text, escape: escapeFor(announced) }], type };
}

async function resource(call: ResourceCall, context: CallContext): Promise<TextCall> {
  const path = pathOf(call.path);
  const search = call.query && encodeParameters(call.query);
  const body = await bodyOf(call, context);
  const type = body && { 'content-type': body.type };
  const own = [context.endpoint.headers, call.headers] as const;
  // The boundary is only known where the parts are written.
  const fields = call.multipart ? fieldsOf(...own, type) : fieldsOf(type, ...own);
  return {
    kind: 'text',
    method: call.method ?? (body ? 'POST' : 'GET'),
    target: search ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path,
    headers: fields,
    body: body && [...body.pieces],
    success: 'status',
  };
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

function envelope(call: EnvelopeCall, { endpoint, protocol }: CallContext): TextCall {
  const { namespace, type } = envelopes[call.version];
  const action = call.action ?? '';
  const isWhole = /^\s*(<\?xml[^>]*\?>\s*)?<[\w.-]*:?Envelope[\s>]/.test(call.body);
  const body = isWhole
    ? call.body
    : `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${namespace}"><soap:Body>${call.body.trim()}</soap:Body></soap:Envelope>`;
  const security = endpoint.auth?.['ws-security'];
  const own: Fields =
    call.version === '1.1'
      ? { 'content-type': type, soapaction: `"${action}"` }
      : { 'content-type': action === '' ? type : `${type}; action="${action}"` };
  return {
    kind: 'text',
    method: 'POST',
    target: targetOf(call, endpoint),
    headers: fieldsOf(own, endpoint.headers, call.headers),
    body: security
      ? withSecurity(body, security, digestName(protocol))
      : [{ text: body, escape: 'xml' }],
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
    body: [
      {
        text: JSON.stringify({ query: document, operationName: operation, variables }),
        escape: 'json',
      },
    ],
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

/** A call with its API key, where a query parameter holds it. */
function withKey<Call extends OwnServiceCall>(call: Call, { auth }: Endpoint): Call {
  const { query, value = '' } = auth?.['api-key'] ?? {};
  if (call.kind !== 'text' || query === undefined) return call;
  const sign = call.target.includes('?') ? '&' : '?';
  return { ...call, target: `${call.target}${sign}${encodeParameters({ [query]: value })}` };
}

/** Builds a call. @throws WirebenchError SERVICE_INVALID */
export async function resolveCall(
  written: WrittenCall,
  context: CallContext,
): Promise<OwnServiceCall> {
  return withKey(await writtenOut(written, context), context.endpoint);
}

async function writtenOut(written: WrittenCall, context: CallContext): Promise<OwnServiceCall> {
  switch (written.kind) {
    case 'resource':
      return await resource(written.call, context);
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
