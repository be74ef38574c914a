import type { OpenedRunFile, SavedFile, SaveRequest } from '../../contracts/shell.ts';

/** As much as the desktop reads of one. */
const maxRunFileBytes = 256 * 1024 * 1024;

/** Null for a dialog that the user closed. @throws what else went wrong. */
export function unlessCancelled(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
}

/** Asks with the input element that every browser has. @returns null when the user cancelled. */
export function chooseFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.click();
  });
}

/** Lets the browser write a file where it puts downloads. */
export function download(request: Omit<SaveRequest, 'path'>): SavedFile {
  const part = typeof request.content === 'string' ? request.content : request.content.slice();
  const url = URL.createObjectURL(new Blob([part], { type: request.mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = request.suggestedName;
  link.click();
  // The download has to have started before its address goes away.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return { path: null, name: request.suggestedName };
}

/** Asks for a run file. @throws Error when it is too large to be one. */
export async function pickRunFile(): Promise<OpenedRunFile | null> {
  const file = await chooseFile('.wbrun');
  if (!file) return null;
  if (file.size > maxRunFileBytes) throw new Error(`${file.name} is too large for a run file.`);
  return { name: file.name, content: new Uint8Array(await file.arrayBuffer()) };
}
