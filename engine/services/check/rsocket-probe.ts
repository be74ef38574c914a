import type { Duplex } from 'node:stream';
import type { Finding } from './finding.ts';
import { quoted } from './words.ts';

/** Frame types of RSocket 1.0, in the upper six bits of the two octets after the stream identifier. */
const setupType = 0x01;
const keepAliveType = 0x03;
const errorType = 0x0b;
const respondFlag = 0x80;
/** Length, stream identifier, type and flags. */
const headBytes = 3 + 4 + 2;
const mostBytes = 4096;

/** A frame of the connection itself, with its length before it as over TCP. */
function frame(type: number, flags: number, content: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUIntBE(headBytes - 3 + content.length, 0, 3);
  head.writeUInt16BE((type << 10) | flags, 7);
  return Buffer.concat([head, content]);
}

function setupFrame(): Buffer {
  const fixed = Buffer.alloc(12);
  fixed.writeUInt16BE(1, 0);
  fixed.writeUInt32BE(60_000, 4);
  fixed.writeUInt32BE(180_000, 8);
  const mime = (name: string) => Buffer.concat([Buffer.from([name.length]), Buffer.from(name)]);
  const metadata = mime('message/x.rsocket.composite-metadata.v0');
  return frame(setupType, 0, Buffer.concat([fixed, metadata, mime('application/json')]));
}

/** Opens a session with an RSocket service and asks whether it is still there. */
export function probeRsocket(socket: Duplex): Promise<Finding> {
  const words = 'RSocket is spoken, and the session is kept alive.';
  const silent = 'The connection was closed without an answer; RSocket may not be spoken here.';
  return new Promise((resolve) => {
    let read = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      read = Buffer.concat([read, piece]).subarray(0, mostBytes);
      if (read.length < headBytes) return;
      resolve(findingOf(read, words));
    });
    socket.on('error', (error) =>
      resolve(failed(`There was no answer: ${quoted(error.message)}.`)),
    );
    socket.on('close', () => resolve(failed(silent)));
    socket.write(Buffer.concat([setupFrame(), frame(keepAliveType, respondFlag, Buffer.alloc(8))]));
  });
}

function failed(words: string): Finding {
  return { outcome: 'failed', words };
}

function findingOf(read: Buffer, words: string): Finding {
  const stream = read.readUInt32BE(3);
  const type = read.readUInt16BE(7) >> 10;
  if (stream === 0 && type === keepAliveType) return { outcome: 'ok', words };
  if (stream === 0 && type === errorType) {
    const reason = quoted(read.subarray(headBytes + 4).toString('utf8'));
    return {
      outcome: 'doubtful',
      words: `RSocket is spoken, but the session is refused: ${reason}.`,
    };
  }
  return failed('The answer is no RSocket.');
}
