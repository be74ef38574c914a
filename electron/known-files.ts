import { basename } from 'node:path';
import { z } from 'zod';
import type { RecentFile } from '../contracts/shell.ts';
import { readJson, writeJson } from './json-file.ts';

const recentCount = 10;
const chosenCount = 500;

const stateSchema = z.object({
  /** Experiment files, newest first. */
  recent: z.array(z.string()),
  /** Every path that the user opened or chose in a dialog, newest first. */
  chosen: z.array(z.string()),
});

function inFront(list: readonly string[], path: string, most: number): string[] {
  return [path, ...list.filter((other) => other !== path)].slice(0, most);
}

/**
 * Files the user chose earlier in this installation. Only these are read or written without
 * asking. The list is a file in the app's data.
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

  /** Notes any other file that the user saved. */
  addExport(path: string): void {
    this.change({ ...this.state, chosen: inFront(this.state.chosen, path, chosenCount) });
  }

  /** Removes a deleted file from the recent ones. */
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
