import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, removeFolder } from './folder.ts';

/** A separate disk, so small that a test can fill it. */
export interface SmallDisk {
  readonly path: string;
  /** Uses up the free space. */
  fill(): void;
  /** Frees the space that {@link SmallDisk.fill} used. */
  free(): void;
  /** Makes it read-only; no file on it may be open for writing. */
  makeReadOnly(): void;
  remove(): void;
}

const quiet = { stdio: 'ignore' } as const;

/** A disk in memory (Linux, as root). @throws if the system does not allow it. */
export function mountSmallDisk(bytes: number): SmallDisk {
  const path = makeFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], quiet);
  } catch (error) {
    removeFolder(path);
    throw error;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => fillUp(filler),
    free: () => rmSync(filler, { force: true }),
    makeReadOnly: () => execFileSync('mount', ['-o', 'remount,ro', path], quiet),
    remove: () => {
      execFileSync('umount', ['--lazy', path], quiet);
      removeFolder(path);
    },
  };
}

/** Why tests cannot mount disks on this system, or null if they can. */
export function missingMount(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root mounts disks';
  try {
    mountSmallDisk(65_536).remove();
    return null;
  } catch {
    // A container may forbid it even to root.
    return 'disks may not be mounted here';
  }
}

function fillUp(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const size of [65_536, 4096, 1]) writeUntilFull(descriptor, Buffer.alloc(size));
  } finally {
    closeSync(descriptor);
  }
}

function writeUntilFull(descriptor: number, bytes: Uint8Array): void {
  try {
    for (;;) if (writeSync(descriptor, bytes) < bytes.length) return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
