/** The modules that the engine starts as threads and processes of their own, by what they are. */
export const startedModules = {
  /** The thread of a load worker. */
  worker: 'workers/worker',
  /** The thread that captures the wire. */
  wireWorker: 'workers/wire/worker',
  /** The thread that checks whether services answer the same. */
  equivalenceWorker: 'workers/equivalence/worker',
  /** The thread that checks what services in other languages do. */
  conformWorker: 'workers/conform/worker',
  /** The process that reads a run file into the history. */
  runFileReader: 'engine/report/run-file/reader',
  /** The process that reads what describes a service of the user's own. */
  sourceReader: 'engine/own-service/source-reader',
  /** The process that reads the types which an experiment names. */
  typesReader: 'engine/own-service/proto/types-reader',
  /** The process of a bundled service. */
  service: 'services/main',
  /** A process between client and service. */
  hop: 'services/hops/main',
  /** The process that starts, measures and ends a server of the user's own. */
  server: 'services/servers/main',
} as const;

/**
 * Sources run as they are (.ts). The tree in `dist/node` has the same entries (.js), which start
 * sooner: `WIREBENCH_BUILT=1` makes sources start those.
 */
const inSources = import.meta.url.endsWith('.ts');
const startsBuilt = inSources && process.env.WIREBENCH_BUILT === '1';
const tree = startsBuilt ? '../../dist/node' : '../..';
const extension = inSources && !startsBuilt ? '.ts' : '.js';

/** Where a module that is started lies. */
export function entryUrl(name: keyof typeof startedModules): URL {
  return new URL(`${tree}/${startedModules[name]}${extension}`, import.meta.url);
}
