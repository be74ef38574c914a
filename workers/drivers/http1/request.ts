/** The head of a request and its body as one buffer, so that one write sends both. */
export function buildRequest(
  path: string,
  host: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: Buffer,
): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** The value of the Host header: an IPv6 address stands in brackets. */
export function hostHeader(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
