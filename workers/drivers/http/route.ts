import type {
  Field,
  Message,
  MessageType,
  OperationDescription,
  Value,
} from '../../../contracts/workloads/description.ts';

/** How the requests of one operation are put into HTTP. */
export interface Route {
  readonly method: OperationDescription['http']['method'];
  /** Path and query of a request, percent-encoded. @throws TypeError for a field that a path cannot hold. */
  target(request: Message): string;
  /** What is left for the body; null where the method has none. */
  readonly body: MessageType | null;
}

/** The route of an operation over HTTP with resources. */
export function routeOf({ http, request }: Pick<OperationDescription, 'http' | 'request'>): Route {
  const { method, path, query } = http;
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const asked = request.fields.filter(({ name }) => query.includes(name));
  const rest = request.fields.filter(({ name }) => !inPath.has(name) && !query.includes(name));
  const hasBody = method === 'POST' || method === 'PUT';
  const isFixed = inPath.size === 0 && asked.length === 0;
  return {
    method,
    target: isFixed ? () => path : (message) => pathOf(path, message) + queryOf(asked, message),
    body: hasBody ? (isFixed ? request : { ...request, fields: rest }) : null,
  };
}

function pathOf(path: string, message: Message): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const text = textOf(name, message[name]);
    // Empty it would be another path.
    if (text === '')
      throw new TypeError(`${name} stands in the path ${path} and must not be empty`);
    return encodeURIComponent(text);
  });
}

/** The query with its question mark; the items of a list are parameters of the same name. */
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
