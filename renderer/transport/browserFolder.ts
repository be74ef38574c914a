import type { SavedFile, SaveFolderRequest } from '../../contracts/shell.ts';
import { isPlainFileName } from '../../contracts/shell.ts';
import { download, unlessCancelled } from './browserFiles.ts';
import { zip } from './zip.ts';

/** The part of the File System Access API that some browsers lack. */
interface FolderPicker {
  showDirectoryPicker?(options: { mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
}

const maxTries = 1000;

/** Makes a name valid on every system. */
function folderName(wished: string): string {
  const plain = wished.replaceAll(/[^\p{L}\p{N}_. -]+/gu, '-').replaceAll(/^[. ]+|[. ]+$/g, '');
  return plain === '' ? 'Wirebench export' : plain.slice(0, 80).trim();
}

async function exists(parent: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await parent.getDirectoryHandle(name);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    // A file of that name is just as much in the way.
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true;
    throw error;
  }
}

/** Creates a new folder, so that nothing is overwritten. */
async function makeNew(parent: FileSystemDirectoryHandle, name: string) {
  for (let count = 1; count <= maxTries; count++) {
    const tried = count === 1 ? name : `${name} ${count}`;
    if (!(await exists(parent, tried))) return parent.getDirectoryHandle(tried, { create: true });
  }
  throw new Error(`There are already ${maxTries} folders with this name.`);
}

async function saveByPicker(
  pick: NonNullable<FolderPicker['showDirectoryPicker']>,
  request: SaveFolderRequest,
): Promise<SavedFile | null> {
  try {
    const parent = await pick({ mode: 'readwrite' });
    const folder = await makeNew(parent, folderName(request.suggestedName));
    for (const { name, content } of request.files) {
      const file = await folder.getFileHandle(name, { create: true });
      const stream = await file.createWritable();
      await stream.write(typeof content === 'string' ? content : content.slice());
      await stream.close();
    }
    return { path: null, name: folder.name };
  } catch (error) {
    return unlessCancelled(error);
  }
}

function saveAsZip({ suggestedName, files }: SaveFolderRequest): SavedFile {
  const folder = folderName(suggestedName);
  const entries = files.map(({ name, content }) => ({
    name: `${folder}/${name}`,
    content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  }));
  return download({
    suggestedName: `${folder}.zip`,
    mediaType: 'application/zip',
    content: zip(entries, new Date()),
  });
}

/** Saves files into a new folder of the user's choice, or as a zip if the browser has no folder access. */
export async function saveFolder(request: SaveFolderRequest): Promise<SavedFile | null> {
  const wrong = request.files.find(({ name }) => !isPlainFileName(name));
  if (wrong) throw new Error(`${wrong.name} is not a plain file name.`);
  const pick = (window as FolderPicker).showDirectoryPicker?.bind(window);
  return pick ? saveByPicker(pick, request) : saveAsZip(request);
}
