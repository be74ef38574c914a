import { authorityOf } from '../../../contracts/worker-messages.ts';

/**
 * The head of a request and its body as one buffer, so that one write sends both.
 * @param body null if the method has none, `chunked` if it follows in chunks.
 */
export function buildRequest(
  method: string,
  path: string,
  host: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: Buffer | 'chunked' | null,
): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === 'chunked' ? ['Transfer-Encoding: chunked'] : []),
    ...(body instanceof Buffer ? [`Content-Length: ${body.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body instanceof Buffer ? Buffer.concat([head, body]) : head;
}

/** The value of the Host header, with an IPv6 address in brackets. */
export function hostHeader(host: string, port: number): string {
  return authorityOf({ host, port });
}
