import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { containerSeconds, singleFigure } from '../platform/proc-metrics.ts';

/** Maximum number of folders searched: containers are a few levels down. */
const maxFolders = 5000;
const maxSteps = 8;

/** Resources used by a container. */
export interface ContainerUsage {
  readonly cpuSeconds: number | null;
  readonly memoryBytes: number | null;
  readonly processes: number | null;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended, or is not readable for this user.
    return null;
  }
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The folder nearest to `root` whose name contains a text; null if none does. */
function folderOf(root: string, text: string): string | null {
  let level = [root];
  let seen = 0;
  for (let step = 0; step < maxSteps && level.length > 0; step++) {
    const next: string[] = [];
    for (const folder of level) {
      for (const name of foldersIn(folder)) {
        if (name.includes(text)) return join(folder, name);
        seen += 1;
        if (seen > maxFolders) return null;
        next.push(join(folder, name));
      }
    }
    level = next;
  }
  return null;
}

/** Numbers in one file, or in the first that exists. */
function figure(
  folder: string | null,
  names: readonly string[],
  parse: (text: string) => number | null,
): number | null {
  for (const name of folder === null ? [] : names) {
    const text = read(join(folder ?? '', name));
    const value = text === null ? null : parse(text);
    if (value !== null) return value;
  }
  return null;
}

/** Metrics of a container from the control groups of Linux, version 2 or 1. @param root their folder. */
export class ContainerWatch {
  readonly #root: string;
  readonly #text: string;
  /** For CPU and for memory, which are separate in version 1; null until found. */
  #folders: { readonly cpu: string | null; readonly memory: string | null } | null = null;

  /** @param text contained in the name of its folder, such as the container's id. */
  constructor(text: string, root = '/sys/fs/cgroup') {
    this.#root = root;
    this.#text = text;
  }

  /** @returns null while there is no such container. */
  look(): ContainerUsage | null {
    this.#folders ??= this.#find();
    const { cpu, memory } = this.#folders;
    const cpuSeconds = figure(cpu, ['cpu.stat', 'cpuacct.usage'], containerSeconds);
    if (cpuSeconds === null) {
      // It has gone, and may come back elsewhere.
      this.#folders = null;
      return null;
    }
    const lines = cpu === null ? null : read(join(cpu, 'cgroup.procs'));
    return {
      cpuSeconds,
      memoryBytes: figure(memory, ['memory.current', 'memory.usage_in_bytes'], singleFigure),
      processes: lines === null ? null : lines.split('\n').filter((line) => line !== '').length,
    };
  }

  #find(): { cpu: string | null; memory: string | null } {
    // Version 1’s own folders are not containers.
    const isFirst = read(join(this.#root, 'cgroup.controllers')) === null;
    if (!isFirst) {
      const folder = folderOf(this.#root, this.#text);
      return { cpu: folder, memory: folder };
    }
    return {
      cpu: folderOf(join(this.#root, 'cpuacct'), this.#text),
      memory: folderOf(join(this.#root, 'memory'), this.#text),
    };
  }
}
