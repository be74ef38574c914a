import type { ErrorCount } from '../contracts/measurement.ts';
import type { Failure } from './drivers/driver.ts';

/** Further kinds of error are counted under the code `OTHER`. */
const maxErrorCodes = 50;

/** Counts failures by kind and code; the message is that of the first. */
export class ErrorTally {
  #errors = new Map<string, ErrorCount>();

  get counts(): ErrorCount[] {
    return [...this.#errors.values()];
  }

  add(failure: Failure): void {
    const known = this.#errors.get(`${failure.kind} ${failure.code}`);
    if (known) known.count++;
    else this.#addNew(failure);
  }

  reset(): void {
    this.#errors = new Map();
  }

  #addNew({ kind, code, message }: Failure): void {
    const kept = this.#errors.size < maxErrorCodes ? code : 'OTHER';
    const known = this.#errors.get(`${kind} ${kept}`);
    if (known) known.count++;
    else this.#errors.set(`${kind} ${kept}`, { kind, code: kept, count: 1, message });
  }
}
