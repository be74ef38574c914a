/** The modules that the engine starts as separate threads and processes, by role. */
export const startedModules = {
  /** The thread of a load worker. */
  worker: 'workers/worker',
  /** The thread that captures the wire. */
  wireWorker: 'workers/wire/worker',
  /** The thread that checks whether services answer the same way. */
  equivalenceWorker: 'workers/equivalence/worker',
  /** The thread that checks the behaviour of services in other languages. */
  conformWorker: 'workers/conform/worker',
  /** The process that reads a run file into the history. */
  runFileReader: 'engine/report/run-file/reader',
  /** The process that reads the description of an own service. */
  sourceReader: 'engine/own-service/source-reader',
  /** The process that reads the types that an experiment names. */
  typesReader: 'engine/own-service/proto/types-reader',
  /** The process of a bundled service. */
  service: 'services/main',
  /** A process between client and service. */
  hop: 'services/hops/main',
  /** The process that starts, measures and ends the user's own server. */
  server: 'services/servers/main',
} as const;

/**
 * Sources run directly (.ts). The tree in `dist/node` has the same entries (.js), which start
 * faster: with `WIREBENCH_BUILT=1` sources start those.
 */
const inSources = import.meta.url.endsWith('.ts');
const startsBuilt = inSources && process.env.WIREBENCH_BUILT === '1';
const tree = startsBuilt ? '../../dist/node' : '../..';
const extension = inSources && !startsBuilt ? '.ts' : '.js';

/** URL of a module to start. */
export function entryUrl(name: keyof typeof startedModules): URL {
  return new URL(`${tree}/${startedModules[name]}${extension}`, import.meta.url);
}
