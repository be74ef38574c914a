import net from 'node:net';

/**
 * The minimum that a raw gRPC client needs of a server, without an HTTP/2 library whose own time
 * would be in the results: calls with small messages over plain HTTP/2 (RFC 9113).
 */
const types = { data: 0, headers: 1, settings: 4, ping: 6, windowUpdate: 8 } as const;
const flags = { endStream: 1, ack: 1, endHeaders: 4 } as const;
const prefaceLength = 24;
const headLength = 9;

function frame(type: number, flag: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flag;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A literal header field, which adds nothing to a table (RFC 7541, 6.2.2). */
function field(name: string, value: string): Buffer {
  const text = (part: string) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]);
  return Buffer.concat([Buffer.from([0]), text(name), text(value)]);
}

const statusOk = Buffer.from([0x88]);
const head = Buffer.concat([statusOk, field('content-type', 'application/grpc')]);
const trailers = field('grpc-status', '0');
const largeWindow = Buffer.from([0x3f, 0xff, 0, 0]);
const opening = Buffer.concat([
  frame(types.settings, 0, 0, Buffer.alloc(0)),
  frame(types.windowUpdate, 0, 0, largeWindow),
]);

function answerTo(stream: number, message: Buffer): Buffer {
  return Buffer.concat([
    frame(types.headers, flags.endHeaders, stream, head),
    frame(types.data, 0, stream, message),
    frame(types.headers, flags.endHeaders | flags.endStream, stream, trailers),
  ]);
}

/** A server that returns each call's own message once `hold` calls the function that it was given. */
export function plainGrpcServer(hold: (answer: () => void) => void): net.Server {
  return net.createServer({ noDelay: true }, (socket) => {
    let left = Buffer.alloc(0);
    let toSkip = prefaceLength;
    socket.write(opening);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      left = Buffer.concat([left, chunk]);
      if (left.length < toSkip) return;
      left = left.subarray(toSkip);
      toSkip = 0;
      while (left.length >= headLength) {
        const end = headLength + left.readUIntBE(0, 3);
        if (left.length < end) return;
        const [type, flag] = [left[3], left[4] ?? 0];
        const stream = left.readUInt32BE(5);
        const payload = Buffer.from(left.subarray(headLength, end));
        left = left.subarray(end);
        if (type === types.data && flag & flags.endStream) {
          const answer = answerTo(stream, payload);
          hold(() => socket.write(answer));
        } else if ((type === types.settings || type === types.ping) && !(flag & flags.ack)) {
          const echoed = type === types.ping ? payload : Buffer.alloc(0);
          socket.write(frame(type, flags.ack, 0, echoed));
        }
      }
    });
  });
}
