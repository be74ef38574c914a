import { RsocketFrameReader } from '../../../protocols/rsocket/frame-reader.ts';
import {
  frameName,
  rsocketErrorName,
  rsocketFrameTypes,
} from '../../../protocols/rsocket/frames.ts';
import { compositeMime, jsonMime } from '../../../protocols/rsocket/routes.ts';
import { keepaliveFrame, setupFrame } from '../../../protocols/rsocket/write.ts';
import type { ProbedPlace, StepFinding } from './finding.ts';
import { quoted } from './words.ts';

/** Maximum bytes over the connection. */
const maxBytes = 65_536;
const mark = Buffer.from('wirebench');

const opening = Buffer.concat([
  setupFrame({
    major: 1,
    minor: 0,
    keepaliveMs: 20_000,
    lifetimeMs: 90_000,
    metadataMime: compositeMime,
    dataMime: jsonMime,
  }),
  keepaliveFrame(true, mark),
]);

/** Sets up an RSocket connection over an open socket, and sends a KEEPALIVE. */
export function probeRSocket({ socket }: ProbedPlace): Promise<StepFinding> {
  return new Promise((resolve) => {
    const no = (words: string) => resolve({ outcome: 'failed', words });
    const reader = new RsocketFrameReader({
      onFrame: (frame) => {
        if (frame.type === rsocketFrameTypes.keepalive) resolve(judgeKeepalive(frame.text));
        else if (frame.type === rsocketFrameTypes.error && frame.stream === 0) {
          resolve(refused(rsocketErrorName(frame.number), frame.text));
        } else if (frame.type !== rsocketFrameTypes.metadataPush) {
          no(`This port does not use RSocket: ${frameName(frame.type)} came unrequested.`);
        }
      },
      onMalformed: (message) => no(`This port does not use RSocket: ${message}.`),
    });
    let read = 0;
    socket.on('data', (piece: Buffer) => {
      read += piece.length;
      if (read > maxBytes) no('This port does not use RSocket: more was sent than requested.');
      else reader.execute(piece, 0, piece.length);
    });
    socket.on('error', (error) => no(`The connection was lost: ${quoted(error.message)}.`));
    socket.on('close', () => no('The connection was closed without an answer.'));
    socket.write(opening);
  });
}

function judgeKeepalive(data: string): StepFinding {
  return data === mark.toString()
    ? { outcome: 'ok', words: 'The service uses RSocket and answers that it is alive.' }
    : {
        outcome: 'doubtful',
        words: 'The service uses RSocket, but a KEEPALIVE came back changed.',
      };
}

function refused(code: string, text: string): StepFinding {
  return {
    outcome: 'doubtful',
    words: `The service uses RSocket, but refuses the connection: ${code}, ${quoted(text)}.`,
  };
}
