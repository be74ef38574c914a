import type { Protocol } from '../../../contracts/words.ts';
import type { Address } from '../../../contracts/worker-messages.ts';

/** A null service as a target of generators. */
export interface BenchTarget {
  readonly protocol: Protocol;
  readonly address: Address;
  /** Of the process that answers. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** The path of the operation that every generator calls. */
export function urlOf({ address }: BenchTarget, path: string): string {
  return `${address.tls ? 'https' : 'http'}://${address.host}:${address.port}${path}`;
}
