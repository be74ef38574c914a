import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { type Heap, heapFile, heapFolderVariable, reportEveryMs } from './heaps.ts';

/** A full collection takes a twentieth of a second. */
const collectEveryMs = 60_000;

/**
 * Loaded into the engine, its child processes and their threads (`node --import`): every few seconds writes down the
 * size of the thread's heap, and the part in use after a collection. Wirebench itself is unaware of it.
 */
const folder = process.env[heapFolderVariable];
if (folder !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const file = heapFile(folder, process.pid, threadId);
  let kept = 0;
  const look = () => {
    collect();
    const { used_heap_size, external_memory } = getHeapStatistics();
    kept = used_heap_size + external_memory;
  };
  const report = () => {
    const { total_physical_size, external_memory } = getHeapStatistics();
    const heap: Heap = { taken: total_physical_size, external: external_memory, kept };
    writeFileSync(`${file}.new`, JSON.stringify(heap));
    renameSync(`${file}.new`, file);
  };
  look();
  report();
  setInterval(report, reportEveryMs).unref();
  setInterval(look, collectEveryMs).unref();
  process.once('exit', () => rmSync(file, { force: true }));
}
