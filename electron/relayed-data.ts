import { z } from 'zod';

/**
 * Data that main relays between the window's port and a forked engine: text, or bytes in a form that JSON
 * can carry. It has to be JSON, because the alternative for child processes, `v8.serialize`, corrupts
 * the memory of main in Electron 22: its process ends at the next garbage collection.
 */
export const relayedDataSchema = z.union([z.string(), z.object({ base64: z.string() })]);
type RelayedData = z.infer<typeof relayedDataSchema>;

/** Data that oRPC posts over a port. */
export type PortData = string | Uint8Array;

/** @returns null for what oRPC never posts; the page may post anything. */
export function packData(data: unknown): RelayedData | null {
  if (typeof data === 'string') return data;
  if (!(data instanceof Uint8Array)) return null;
  const { buffer, byteOffset, byteLength } = data;
  return { base64: Buffer.from(buffer, byteOffset, byteLength).toString('base64') };
}

/** The reverse of {@link packData}. */
export function unpackData(data: RelayedData): PortData {
  return typeof data === 'string' ? data : new Uint8Array(Buffer.from(data.base64, 'base64'));
}
