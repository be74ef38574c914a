import { createSocket } from 'node:dgram';

/**
 * The address of this machine from which it reaches another; nothing is sent.
 * @returns the loopback address where none leads there.
 */
export function addressTowards(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' });
    const give = (address: string) => {
      socket.close();
      resolve(address);
    };
    socket.on('error', () => give('127.0.0.1'));
    socket.connect(port, host, () => give(socket.address().address));
  });
}
