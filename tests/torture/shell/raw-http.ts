import { connect } from 'node:net';

/**
 * Sends bytes that an HTTP client would correct, and reads until the end.
 * @param timeoutMs for an end that may never come, if a request is incomplete.
 */
export function exchange(
  port: number,
  bytes: Buffer | string,
  timeoutMs = 10_000,
): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const leave = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    const timer = setTimeout(leave, timeoutMs);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', leave);
    socket.on('error', () => undefined);
  });
}

export const statusOf = (answer: string): number =>
  Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);

/** A request without a body, as it is written. */
export function requestFor(
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): string {
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
