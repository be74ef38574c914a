import { parentPort } from 'node:worker_threads';
import { type ConformMessage, conformOrderSchema } from '../../contracts/conform.ts';
import { findings } from './suite.ts';

/** Thread entry for checking one service; an uncaught error ends the thread. */
if (!parentPort) throw new Error('workers/conform/worker.ts runs as a worker thread only');
const port = parentPort;
const send = (message: ConformMessage) => port.postMessage(message);

port.once('message', async (message: unknown) => {
  for await (const finding of findings(conformOrderSchema.parse(message))) {
    send({ type: 'found', finding });
  }
  send({ type: 'done' });
});
