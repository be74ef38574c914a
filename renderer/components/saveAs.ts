import type { SaveRequest } from '../../contracts/shell.ts';
import { shell } from '../transport/shell.ts';
import { attempt } from './attempt.ts';
import { notifyDone } from './notify.tsx';

/** A file whose content is made on saving. */
interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: SaveRequest['content'];
}

/**
 * Asks where to, writes a file and confirms it.
 * @param what title of a failure, such as `The table could not be saved`.
 */
export async function saveAs(what: string, make: () => NewFile | Promise<NewFile>): Promise<void> {
  await attempt(what, async () => {
    const { name: suggestedName, mediaType, content } = await make();
    const saved = await shell.saveFile({ suggestedName, path: null, mediaType, content });
    if (saved) notifyDone(`Saved ${saved.name}`);
  });
}

/** Asks where and writes a text file. */
export function saveText(name: string, mediaType: string, text: string): Promise<void> {
  return saveAs('The file could not be saved', () => ({ name, mediaType, content: text }));
}
