import { parsedUrl } from '../../contracts/experiment/addresses.ts';

/** An address as a person types it, in full. */
export interface TypedAddress {
  /** Scheme, host and port, without a path. */
  readonly origin: string;
  /** Host and port. */
  readonly place: string;
  /** Lower-case, without brackets. */
  readonly host: string;
  /** Path and query. */
  readonly target: string;
  /** Whether a scheme was typed; without one it is http. */
  readonly namesScheme: boolean;
}

/** Longer texts are no addresses. */
const longest = 2000;
/** What servers say that they listen at, and where they can then be called. */
const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };
/** Those of HTTP, and those that people write for services without URLs: the same, with an s for TLS. */
const knownScheme = /^(?:http|grpc)s?$/i;

/**
 * Reads an address as it is typed: `localhost:8080`, `:8080`, `https://shop.example/api`. No scheme means http.
 * @returns null for what is no address of a service over HTTP or gRPC.
 */
export function readTypedAddress(typed: string): TypedAddress | null {
  const text = typed.trim();
  if (text === '' || text.length > longest || /[\s\\<>"^`{|}\p{Cc}]/u.test(text)) return null;
  const [, named, rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(text) ?? [];
  if (named !== undefined && !knownScheme.test(named)) return null;
  const scheme = /s$/i.test(named ?? '') ? 'https' : 'http';
  // A port alone means this machine; as a host it would be a number.
  const place = /^:?\d{1,5}(?=$|[/?#])/.test(rest) ? `localhost:${rest.replace(/^:/, '')}` : rest;
  if (/^[^/?#]*@/.test(place) || /^([/?#]|$)/.test(place)) return null;
  const url = parsedUrl(`${scheme}://${place}`);
  if (url === null || url.hostname === '') return null;
  url.hostname = everywhere[url.hostname] ?? url.hostname;
  const port = url.port === '' ? (scheme === 'https' ? '443' : '80') : url.port;
  if (port === '0') return null;
  return {
    origin: url.origin,
    place: `${url.hostname}:${port}`,
    host: url.hostname.replace(/^\[|\]$/g, '').toLowerCase(),
    target: `${url.pathname}${url.search}`,
    namesScheme: named !== undefined,
  };
}
