export type { FoundOperation, FoundService } from '../../contracts/found.ts';

/** Makes texts of a description literal, so that they cannot reference values or secrets of the environment. */
export function asItStands<T>(value: T): T {
  return inert(value) as T;
}

function inert(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/([{$])(?=\{)/g, '$1 ');
  if (Array.isArray(value)) return value.map(inert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [inert(key), inert(one)]));
}
