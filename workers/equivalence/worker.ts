import { parentPort } from 'node:worker_threads';
import { askSchema, type EquivalenceMessage } from '../../contracts/equivalence.ts';
import { toErrorReport } from '../../contracts/errors.ts';
import { answerOf } from './answer-of.ts';

/** Thread entry of the calls before any load: makes the calls of a cell for each message. */
if (!parentPort) throw new Error('workers/equivalence/worker.ts runs as a worker thread only');
const port = parentPort;

port.on('message', (message: unknown) => {
  const send = (message: EquivalenceMessage) => port.postMessage(message);
  Promise.resolve()
    .then(() => answerOf(askSchema.parse(message)))
    .then(send, (error: unknown) => send({ type: 'failed', error: toErrorReport(error) }));
});
