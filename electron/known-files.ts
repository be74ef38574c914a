import { basename } from 'node:path';
import { z } from 'zod';
import type { RecentFile } from '../contracts/shell.ts';
import { readJson, writeJson } from './json-file.ts';

const recentCount = 10;
const chosenCount = 500;

const stateSchema = z.object({
  /** Experiment files, the newest first. */
  recent: z.array(z.string()),
  /** Every path that the user chose in a dialog or opened, the newest first. */
  chosen: z.array(z.string()),
});

function inFront(list: readonly string[], path: string, most: number): string[] {
  return [path, ...list.filter((other) => other !== path)].slice(0, most);
}

/**
 * What the user chose before in this installation: only such paths are read or written without
 * asking. Kept in a file of the app's own.
 */
export class KnownFiles {
  private readonly stateFile: string;
  private state: z.infer<typeof stateSchema>;

  constructor(stateFile: string) {
    this.stateFile = stateFile;
    this.state = readJson(stateFile, stateSchema, { recent: [], chosen: [] });
  }

  private change(state: z.infer<typeof stateSchema>): void {
    this.state = state;
    writeJson(this.stateFile, state);
  }

  /** Notes an experiment file that the user opened or saved. */
  addExperiment(path: string): void {
    this.change({
      recent: inFront(this.state.recent, path, recentCount),
      chosen: inFront(this.state.chosen, path, chosenCount),
    });
  }

  /** Notes any other file that the user said to write. */
  addExport(path: string): void {
    this.change({ ...this.state, chosen: inFront(this.state.chosen, path, chosenCount) });
  }

  /** Takes a file that is gone off the list of recent ones. */
  forget(path: string): void {
    this.change({ ...this.state, recent: this.state.recent.filter((other) => other !== path) });
  }

  recent(): RecentFile[] {
    return this.state.recent.map((path) => ({ path, name: basename(path) }));
  }

  isRecent(path: string): boolean {
    return this.state.recent.includes(path);
  }

  wasChosen(path: string): boolean {
    return this.state.chosen.includes(path);
  }
}
