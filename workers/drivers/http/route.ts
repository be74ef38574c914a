import type {
  Field,
  Message,
  MessageType,
  OperationDescription,
  Value,
} from '../../../workloads/description.ts';
import { httpFieldsOf, partOf } from '../../../workloads/http-fields.ts';

/** How an operation's requests are mapped to HTTP. */
export interface RequestRoute {
  readonly method: OperationDescription['http']['method'];
  /** The path, if constant for all requests; otherwise null. */
  readonly path: string | null;
  /** Path and query of a request, percent-encoded. @throws TypeError for a field that a path cannot contain. */
  target(request: Message): string;
  /** Fields in the body; null if the method has none. */
  readonly body: MessageType | null;
}

/** The route of an operation over HTTP with resources. */
export function routeOf({
  http,
  request,
}: Pick<OperationDescription, 'http' | 'request'>): RequestRoute {
  const { method, path } = http;
  const parts = httpFieldsOf({ http, request });
  const hasBody = method === 'POST' || method === 'PUT';
  const isFixed = parts.path.length === 0 && parts.query.length === 0;
  return {
    method,
    path: isFixed ? path : null,
    target: isFixed
      ? () => path
      : (message) => pathOf(path, message) + queryOf(parts.query, message),
    body: hasBody ? (isFixed ? request : partOf(request, parts.body)) : null,
  };
}

function pathOf(path: string, message: Message): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const text = textOf(name, message[name]);
    // If empty, it would be a different path.
    if (text === '')
      throw new TypeError(`${name} stands in the path ${path} and must not be empty`);
    return encodeURIComponent(text);
  });
}

/** The query with its question mark; list items are repeated parameters. */
function queryOf(fields: readonly Field[], message: Message): string {
  const parts = fields.flatMap(({ name }) => {
    const value = message[name];
    if (value === undefined) return [];
    const items: readonly Value[] = Array.isArray(value) ? value : [value as Value];
    return items.map((item) => `${name}=${encodeURIComponent(textOf(name, item))}`);
  });
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function textOf(name: string, value: Value | undefined): string {
  if (value === undefined || typeof value === 'object') {
    throw new TypeError(`${name} can stand in no path or query`);
  }
  return String(value);
}
