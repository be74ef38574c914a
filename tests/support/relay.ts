import net from 'node:net';

/** Passes connections on to a server, and counts the octets of each side. */
export interface Relay {
  readonly port: number;
  /** From and to the clients, over all connections so far. */
  readonly counts: { fromClients: number; toClients: number };
  close(): Promise<void>;
}

export async function startRelay(target: number): Promise<Relay> {
  const counts = { fromClients: 0, toClients: 0 };
  const sockets = new Set<net.Socket>();
  const follow = (socket: net.Socket, peer: net.Socket, count: (octets: number) => void) => {
    sockets.add(socket);
    socket.on('data', (bytes: Buffer) => {
      count(bytes.length);
      peer.write(bytes);
    });
    socket.on('end', () => peer.end());
    socket.on('error', () => peer.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1');
    follow(client, upstream, (octets) => {
      counts.fromClients += octets;
    });
    follow(upstream, client, (octets) => {
      counts.toClients += octets;
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    counts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
