import { type NamedFiles, noFiles } from '../../engine/own-service/files.ts';

/** The files of an experiment in memory, by their paths. */
export function memoryFiles(files: Readonly<Record<string, string | Uint8Array>>): NamedFiles {
  const read = async (path: string) =>
    Object.hasOwn(files, path) ? Buffer.from(files[path] ?? '') : null;
  const open = async (path: string) => {
    const content = await read(path);
    if (!content) return null;
    return { size: content.length, chunks: new Blob([content]).stream() };
  };
  return { ...noFiles, read, open } as NamedFiles;
}
