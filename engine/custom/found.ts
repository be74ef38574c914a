import type { AnswerCheck } from '../../contracts/experiment/checks.ts';
import type { Protocol } from '../../contracts/words.ts';

/** An operation that a description offers, with a sample of a call. */
export interface FoundOperation {
  /** As the description calls it: `getOrder`, `shop.v1.Orders/GetOrder`. */
  readonly name: string;
  /** What it does, in a sentence; empty where the description does not say. */
  readonly doc: string;
  /** Whether it changes what the service holds, as far as can be told: it is not picked by itself. */
  readonly changes: boolean;
  /** The request as the experiment file has it, under its protocol; plain data. */
  readonly call: Readonly<Record<string, unknown>>;
  readonly checks: readonly AnswerCheck[];
}

/** What a description says of a service in one protocol. */
export interface FoundService {
  readonly protocol: Protocol;
  /** Its address, as far as the description tells. */
  readonly address: string | null;
  /** Whether it is reached over TLS, where the address does not say it. */
  readonly secure?: boolean;
  /** Further keys of the service in the experiment file: `description`, `imports`, `headers`. */
  readonly endpoint: Readonly<Record<string, unknown>>;
  readonly operations: readonly FoundOperation[];
  /** What was left out and why, in sentences. */
  readonly remarks: readonly string[];
}

/** What a description says is taken as it stands: it cannot ask for values or for the environment's secrets. */
export function asItStands<T>(value: T): T {
  return inert(value) as T;
}

function inert(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/([{$])(?=\{)/g, '$1 ');
  if (Array.isArray(value)) return value.map(inert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [inert(key), inert(one)]));
}
