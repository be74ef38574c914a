import { type ClientHttp2Session, connect } from 'node:http2';

/** Concurrent streams per connection to the service, as in common proxies. */
const streamsPerConnection = 100;
/** Flow-control windows in bytes: per stream, and per connection. */
export const streamWindowBytes = 1024 * 1024;
const connectionWindowBytes = 16 * 1024 * 1024;

interface Connection {
  readonly session: ClientHttp2Session;
  streams: number;
}

/** Connections to the service, kept and shared; another one is opened when all are full. */
export class Upstream {
  readonly #authority: string;
  readonly #connections = new Set<Connection>();

  constructor({ host, port }: { host: string; port: number }) {
    this.#authority = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  /** @returns a connection with room for a stream, and a function to call when that stream ends. */
  take(): { session: ClientHttp2Session; done: () => void } {
    const connection = this.#withRoom() ?? this.#open();
    connection.streams++;
    let over = false;
    const done = () => {
      if (!over) connection.streams--;
      over = true;
    };
    return { session: connection.session, done };
  }

  close(): void {
    for (const { session } of this.#connections) session.destroy();
  }

  #withRoom(): Connection | undefined {
    for (const connection of this.#connections) {
      const { session, streams } = connection;
      if (streams < streamsPerConnection && !session.closed && !session.destroyed)
        return connection;
    }
    return undefined;
  }

  #open(): Connection {
    const session = connect(this.#authority, {
      settings: { initialWindowSize: streamWindowBytes },
    });
    const connection: Connection = { session, streams: 0 };
    this.#connections.add(connection);
    session.once('connect', () => session.setLocalWindowSize(connectionWindowBytes));
    // Each of its streams receives the error too, and handles it.
    session.on('error', () => this.#connections.delete(connection));
    session.once('close', () => this.#connections.delete(connection));
    session.once('goaway', () => this.#connections.delete(connection));
    return connection;
  }
}
