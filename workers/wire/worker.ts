import { parentPort } from 'node:worker_threads';
import { toErrorReport } from '../../contracts/errors.ts';
import {
  type WireCommand,
  type WireReport,
  wireCommandSchema,
} from '../../contracts/wire-messages.ts';
import { ownMessages } from './known-messages.ts';
import { makeCalls } from './make-calls.ts';
import { readRecording } from './read-recording.ts';

/** Thread entry of one capture: makes the calls, then parses their recording. */
if (!parentPort) throw new Error('workers/wire/worker.ts runs as a worker thread only');
const port = parentPort;

async function obey(command: WireCommand): Promise<WireReport> {
  if (command.type === 'call') return { type: 'called', done: await makeCalls(command.order) };
  const { custom, cell } = command.reading.order;
  const own = custom ? await ownMessages(custom, cell) : null;
  return { type: 'read', capture: readRecording(command.reading, own) };
}

port.on('message', (message: unknown) => {
  obey(wireCommandSchema.parse(message)).then(
    (report) => port.postMessage(report),
    (error: unknown) => {
      const report = toErrorReport(error, 'WIRE_CAPTURE_FAILED');
      port.postMessage({ type: 'failed', error: report } satisfies WireReport);
    },
  );
});
