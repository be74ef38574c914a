import { Duplex } from 'node:stream';

/**
 * A connection with a limit on the bytes read, beyond which it is destroyed. Node's
 * HTTP/2 answers control frames one by one, and a server that sends them without end would otherwise
 * keep the whole process busy.
 */
export function boundedStream(socket: Duplex, maxBytes: number): Duplex {
  let read = 0;
  const bounded = new Duplex({
    read: () => {
      socket.resume();
    },
    write: (piece, encoding, done) => {
      socket.write(piece, encoding, done);
    },
    final: (done) => {
      socket.end(done);
    },
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (piece: Buffer) => {
    read += piece.length;
    if (read > maxBytes) bounded.destroy(new Error('more was sent than requested'));
    else if (!bounded.push(piece)) socket.pause();
  });
  socket.on('end', () => bounded.push(null));
  socket.on('close', () => bounded.destroy());
  socket.pause();
  return bounded;
}
