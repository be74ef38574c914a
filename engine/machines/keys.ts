import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createUser, fromSeed } from '@nats-io/nkeys';
import { z } from 'zod';
import { machineIdSchema } from '../../contracts/machines.ts';
import { replacePrivately } from '../platform/private-file.ts';

const keysSchema = z.object({
  /** Seeds: of the controller, and of the key that may ask to join. */
  controller: z.string(),
  join: z.string(),
  /** Machines that have joined, most recent first. */
  machines: z.array(z.object({ id: machineIdSchema, name: z.string(), joinedAt: z.string() })),
});
export type MachineKeys = z.infer<typeof keysSchema>;

/** Maximum number of known machines; the oldest have to join again. */
export const maxMachines = 256;

/** A new key. @returns its seed, which is secret. */
export function newSeed(): string {
  return new TextDecoder().decode(createUser().getSeed());
}

/** @throws Error when it is not a seed. */
export function publicKey(seed: string): string {
  return fromSeed(new TextEncoder().encode(seed)).getPublicKey();
}

const fileIn = (folder: string) => join(folder, 'keys.json');

/** The keys of a controller, created at the first call. Unreadable keys are replaced: machines join again. */
export async function readKeys(folder: string): Promise<MachineKeys> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => '');
  const known = parse(text);
  if (known) return known;
  const made = { controller: newSeed(), join: newSeed(), machines: [] };
  await writeKeys(folder, made);
  return made;
}

function parse(text: string): MachineKeys | null {
  try {
    const keys = keysSchema.parse(JSON.parse(text));
    publicKey(keys.controller);
    publicKey(keys.join);
    return keys;
  } catch {
    return null;
  }
}

export async function writeKeys(folder: string, keys: MachineKeys): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replacePrivately(fileIn(folder), `${JSON.stringify(keys, null, 2)}\n`);
}
