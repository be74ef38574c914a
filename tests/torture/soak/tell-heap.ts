import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { type Heap, heapFile, heapFolderVariable, reportEveryMs } from './heaps.ts';

/** A full collection takes a twentieth of a second. */
const collectEveryMs = 60_000;

/**
 * Loaded into the engine and what it forks, and into their threads (`node --import`): writes down how large the heap of the
 * thread is, every few seconds, and what of it is in use after a collection. Nothing in Wirebench knows of it.
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
  const tell = () => {
    const { total_physical_size, external_memory } = getHeapStatistics();
    const heap: Heap = { taken: total_physical_size, external: external_memory, kept };
    writeFileSync(`${file}.new`, JSON.stringify(heap));
    renameSync(`${file}.new`, file);
  };
  look();
  tell();
  setInterval(tell, reportEveryMs).unref();
  setInterval(look, collectEveryMs).unref();
  process.once('exit', () => rmSync(file, { force: true }));
}
