import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type CollectionEntry,
  type CollectionText,
  fileNameFor,
  fileNameProblem,
  type Library,
} from '../../contracts/collection.ts';
import { toErrorReport } from '../../contracts/errors.ts';
import { studyLabels, studyNames } from '../../contracts/studies.ts';
import { builtInExperiments, builtInText } from '../experiment/builtin.ts';
import { describeEntry, type EntryOrigin, unreadableEntry } from './entry.ts';
import { notFound } from './errors.ts';
import { ExperimentFolder, revisionOf } from './files.ts';

/** Maximum number of files that are read. */
const maxEntries = 1000;

type Kind = CollectionEntry['kind'];

/**
 * The experiments of the user's folder and those that come with Wirebench. Removed files go to the
 * folder's trash, so that they can be restored. Errors are those of {@link ExperimentFolder}.
 */
export class ExperimentCollection {
  readonly #folder: ExperimentFolder;
  readonly #trash: string;
  /** Contents of files, cached by revision. */
  readonly #known = new Map<string, CollectionEntry>();

  /** @param folder of the user's files; created when something is saved. */
  constructor(folder: string) {
    this.#folder = new ExperimentFolder(folder);
    this.#trash = join(folder, '.trash');
  }

  get folder(): string {
    return this.#folder.path;
  }

  list(): Library {
    const names = this.#folder.names();
    const own = names.slice(0, maxEntries).map((name) => this.#ownEntry(name));
    return {
      folder: this.#folder.path,
      entries: [...own, ...this.#builtInEntries()],
      leftOut: Math.max(0, names.length - maxEntries),
    };
  }

  read(kind: Kind, id: string): CollectionText {
    const text = kind === 'own' ? this.#folder.read(id).text : textOfBuiltIn(id);
    return { id, kind, text, revision: revisionOf(text) };
  }

  save(id: string, text: string, revision: string | null, overwrite: boolean): CollectionText {
    this.#folder.write(id, text, revision, overwrite);
    return { id, kind: 'own', text, revision: revisionOf(text) };
  }

  /** @param wish a file name, or any text to derive one from. */
  create(wish: string, text: string): CollectionText {
    const name = fileNameProblem(wish) === null ? wish : fileNameFor(wish);
    const id = this.#folder.create(name, text);
    return { id, kind: 'own', text, revision: revisionOf(text) };
  }

  rename(id: string, to: string): CollectionEntry {
    this.#folder.rename(id, to);
    return this.#ownEntry(to);
  }

  remove(id: string): { trashId: string } {
    const place = randomUUID().slice(0, 8);
    this.#folder.moveTo(new ExperimentFolder(join(this.#trash, place)), id, id);
    return { trashId: `${place}/${id}` };
  }

  /** Restores it under its old name, or under the next free one where that is taken by now. */
  restore(trashId: string): CollectionEntry {
    const [, place, old] = /^([0-9a-f]{8})\/(.+)$/.exec(trashId) ?? [];
    if (place === undefined || old === undefined) throw notFound(trashId);
    const trash = new ExperimentFolder(join(this.#trash, place));
    const { text } = trash.read(old);
    if (!this.#folder.has(old)) {
      trash.moveTo(this.#folder, old, old);
      return this.#ownEntry(old);
    }
    return this.#ownEntry(this.#folder.create(old, text));
  }

  #ownEntry(name: string): CollectionEntry {
    const origin: EntryOrigin = { id: name, kind: 'own', changedAt: null, study: null };
    try {
      const { text, revision, changedAt } = this.#folder.read(name);
      return { ...this.#described(origin, revision, text), changedAt };
    } catch (error) {
      return unreadableEntry(origin, toErrorReport(error).message);
    }
  }

  #builtInEntries(): CollectionEntry[] {
    return builtInExperiments().map(({ id, text }) =>
      this.#described(
        { id, kind: 'built-in', changedAt: null, study: studyOf(id) },
        revisionOf(text),
        text,
      ),
    );
  }

  /** Cached: planning a large experiment takes time, and lists are requested often. */
  #described(origin: EntryOrigin, revision: string, text: string): CollectionEntry {
    const key = `${origin.kind} ${origin.id} ${revision}`;
    const entry = this.#known.get(key) ?? describeEntry(origin, text);
    if (this.#known.size > 4 * maxEntries) this.#known.clear();
    this.#known.set(key, entry);
    return entry;
  }
}

function textOfBuiltIn(id: string): string {
  const text = builtInText(id);
  if (text === null) throw notFound(id);
  return text;
}

/** `kth-2023/throughput` and `kth-2023-search` belong to the study `KTH 2023`. */
function studyOf(id: string): string | null {
  const name = studyNames.find((one) => id.startsWith(`${one}/`) || id.startsWith(`${one}-`));
  return name === undefined ? null : studyLabels[name];
}
