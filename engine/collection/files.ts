import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { experimentEndings, fileNameProblem } from '../../contracts/collection.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import { changedMeanwhile, checkFileName, nameTaken, notFound, unusable } from './errors.ts';

/** Larger files are not read. */
const longestExperiment = 5_000_000;

export interface CollectionFile {
  readonly name: string;
  readonly text: string;
  readonly revision: string;
  /** ISO time. */
  readonly changedAt: string;
}

/** Identifies a content, to detect changes. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

/**
 * The experiment files of one folder. Names are checked before they become paths; links and anything
 * else that is not a plain file are not followed. Files are written under a temporary name and then renamed.
 * Errors are {@link WirebenchError}s: LIBRARY_NAME_INVALID, LIBRARY_NOT_FOUND, LIBRARY_NAME_TAKEN,
 * LIBRARY_CHANGED, LIBRARY_UNUSABLE.
 */
export class ExperimentFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Names of the plain files that may be experiments, sorted. */
  names(): string[] {
    this.#make();
    try {
      return readdirSync(this.path, { withFileTypes: true })
        .filter((entry) => entry.isFile() && fileNameProblem(entry.name) === null)
        .map(({ name }) => name)
        .sort((a, b) => a.localeCompare(b));
    } catch (error) {
      throw unusable(this.path, error);
    }
  }

  read(name: string): CollectionFile {
    const path = this.#pathOf(name);
    try {
      // The system itself refuses to open a link, so none can be swapped in between check and open.
      const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      try {
        const { size, mtime } = fstatSync(file);
        if (size > longestExperiment) throw new RangeError('the file is longer than 5 MB');
        const text = readFileSync(file, 'utf8');
        return { name, text, revision: revisionOf(text), changedAt: mtime.toISOString() };
      } finally {
        closeSync(file);
      }
    } catch (error) {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ELOOP') throw notFound(name);
      throw unusable(path, error);
    }
  }

  /**
   * Writes a file that still has `revision`, or that does not exist yet where that is null.
   * @param overwrite replaces the file whatever it contains.
   */
  write(name: string, text: string, revision: string | null, overwrite: boolean): void {
    const path = this.#pathOf(name);
    this.#make();
    if (revision === null && !overwrite) {
      this.#writeNew(path, name, text);
      return;
    }
    if (!overwrite && this.#revisionNow(name) !== revision) throw changedMeanwhile(name);
    const part = this.#part(text);
    try {
      renameSync(part, path);
    } catch (error) {
      rmSync(part, { force: true });
      throw unusable(path, error);
    }
  }

  /** Writes a new file under the first free name: `a.bench.yaml`, `a-2.bench.yaml` … @returns the name. */
  create(wish: string, text: string): string {
    checkFileName(wish);
    for (let number = 1; number <= 10_000; number++) {
      const name = number === 1 ? wish : numberedName(wish, number);
      try {
        this.write(name, text, null, false);
        return name;
      } catch (error) {
        if (!(error instanceof WirebenchError) || error.code !== 'LIBRARY_NAME_TAKEN') throw error;
      }
    }
    throw nameTaken(wish);
  }

  rename(name: string, to: string): void {
    const from = this.#pathOf(name);
    const target = this.#pathOf(to);
    if (name === to) return;
    // On a case-insensitive file system, the name in another case is the file itself.
    if (name.toLowerCase() === to.toLowerCase()) this.#move(name, from, target);
    else this.#moveToFree(name, from, to, target);
  }

  /** Moves a file to another folder, under the given name. */
  moveTo(other: ExperimentFolder, name: string, as: string): void {
    const from = this.#pathOf(name);
    const target = other.#pathOf(as);
    other.#make();
    this.#moveToFree(name, from, as, target);
  }

  has(name: string): boolean {
    try {
      lstatSync(this.#pathOf(name));
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** Links the new name, then removes the old one: unlike a rename this never replaces a file. */
  #moveToFree(name: string, from: string, to: string, target: string): void {
    try {
      linkSync(from, target);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw nameTaken(to);
      if (codeOf(error) === 'ENOENT') throw notFound(name);
      // File systems without hard links: check first, then rename.
      if (existsAt(target)) throw nameTaken(to);
      this.#move(name, from, target);
      return;
    }
    try {
      rmSync(from);
    } catch (error) {
      rmSync(target, { force: true });
      throw unusable(from, error);
    }
  }

  #move(name: string, from: string, target: string): void {
    try {
      renameSync(from, target);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw notFound(name);
      throw unusable(target, error);
    }
  }

  #writeNew(path: string, name: string, text: string): void {
    try {
      writeFileSync(path, text, { flag: 'wx' });
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw nameTaken(name);
      throw unusable(path, error);
    }
  }

  #revisionNow(name: string): string | null {
    return this.has(name) ? this.read(name).revision : null;
  }

  #part(text: string): string {
    const part = join(this.path, `.${randomUUID()}.part`);
    try {
      writeFileSync(part, text, { flag: 'wx' });
    } catch (error) {
      rmSync(part, { force: true });
      throw unusable(this.path, error);
    }
    return part;
  }

  #make(): void {
    try {
      mkdirSync(this.path, { recursive: true });
    } catch (error) {
      throw unusable(this.path, error);
    }
  }

  #pathOf(name: string): string {
    checkFileName(name);
    return join(this.path, name);
  }
}

function existsAt(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** `a.bench.yaml` with a number before its extension. */
export function numberedName(name: string, number: number): string {
  const ending = experimentEndings.find((one) => name.toLowerCase().endsWith(one)) ?? '';
  const stem = name.slice(0, name.length - ending.length);
  const suffix = `-${number}`;
  const room = 100 - suffix.length;
  return `${Array.from(stem).slice(0, room).join('')}${suffix}${name.slice(stem.length)}`;
}
