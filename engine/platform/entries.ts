/** Sources run as they are (.ts); the built tree in `dist/node` has the same layout (.js). */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** The module that a load worker thread starts with. */
export function workerEntry(): URL {
  return new URL(`../../workers/worker${extension}`, import.meta.url);
}

/** The module that the thread of a capture of the wire starts with. */
export function wireWorkerEntry(): URL {
  return new URL(`../../workers/wire/worker${extension}`, import.meta.url);
}

/** The module that a process between client and service starts with. */
export function hopEntry(): URL {
  return new URL(`../../services/hops/main${extension}`, import.meta.url);
}

/** The module that the thread of the check that protocols answer alike starts with. */
export function equivalenceWorkerEntry(): URL {
  return new URL(`../../workers/equivalence/worker${extension}`, import.meta.url);
}

/** The module that a bundled service's process starts with. */
export function serviceEntry(): URL {
  return new URL(`../../services/main${extension}`, import.meta.url);
}
