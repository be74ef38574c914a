import { channel } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics, type HeapInfo } from 'node:v8';
import { isMainThread, type Worker } from 'node:worker_threads';
import { type Heaps, heapFolderVariable, heapOf, tellEveryMs } from './heaps.ts';

/**
 * Loaded into the engine and what it forks (`node --import`): writes down how large the heaps of the process and of each of
 * its threads are, every few seconds. Nothing in Wirebench knows of it.
 */
const folder = process.env[heapFolderVariable];
if (isMainThread && folder !== undefined) {
  const threads = new Set<Worker>();
  channel('worker_threads').subscribe((message) => {
    const { worker } = message as { worker: Worker };
    threads.add(worker);
    worker.once('exit', () => threads.delete(worker));
  });
  const tell = async () => {
    const asked = [...threads].map((thread) => thread.getHeapStatistics().catch(() => null));
    const inThreads = (await Promise.all(asked)).filter((info): info is HeapInfo => info !== null);
    const heaps: Heaps = { own: heapOf(getHeapStatistics()), threads: inThreads.map(heapOf) };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(heaps));
  };
  setInterval(() => void tell(), tellEveryMs).unref();
}
