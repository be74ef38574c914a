import { randomBytes } from 'node:crypto';
import { open, rename } from 'node:fs/promises';

/** Writes a draft next to its final path that only its owner may read. @returns its path. */
export async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** Writes a file that only its owner may read, atomically: readers see the old text or the new one. */
export async function replacePrivately(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path);
}
