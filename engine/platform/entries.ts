/**
 * Sources run as they are (.ts). The tree in `dist/node` has the same entries (.js), which start
 * sooner: `WIREBENCH_BUILT=1` makes sources start those.
 */
const inSources = import.meta.url.endsWith('.ts');
const startsBuilt = inSources && process.env.WIREBENCH_BUILT === '1';
const tree = startsBuilt ? '../../dist/node' : '../..';
const extension = inSources && !startsBuilt ? '.ts' : '.js';

/** The module that a load worker thread starts with. */
export function workerEntry(): URL {
  return new URL(`${tree}/workers/worker${extension}`, import.meta.url);
}

/** The module that the thread of a capture of the wire starts with. */
export function wireWorkerEntry(): URL {
  return new URL(`${tree}/workers/wire/worker${extension}`, import.meta.url);
}

/** The module that a process between client and service starts with. */
export function hopEntry(): URL {
  return new URL(`${tree}/services/hops/main${extension}`, import.meta.url);
}

/** The module that the thread of the equivalence check starts with. */
export function equivalenceWorkerEntry(): URL {
  return new URL(`${tree}/workers/equivalence/worker${extension}`, import.meta.url);
}

/** The module that a bundled service's process starts with. */
export function serviceEntry(): URL {
  return new URL(`${tree}/services/main${extension}`, import.meta.url);
}
