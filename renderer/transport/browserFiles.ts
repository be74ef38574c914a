import type { OpenedRunFile, SavedFile, SaveRequest } from '../../contracts/shell.ts';

/** The same limit as on the desktop. */
const maxRunFileBytes = 256 * 1024 * 1024;

/** Null if the user closed the dialog. @throws any other error. */
export function unlessCancelled(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
}

/** Asks with a file input, which every browser has. @returns null if the user cancelled. */
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

/** Downloads a file. */
export function download(request: Omit<SaveRequest, 'path'>): SavedFile {
  const part = typeof request.content === 'string' ? request.content : request.content.slice();
  const url = URL.createObjectURL(new Blob([part], { type: request.mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = request.suggestedName;
  link.click();
  // The download has to start before its address is revoked.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return { path: null, name: request.suggestedName };
}

/** Asks for a run file. @throws Error if it is too large. */
export async function pickRunFile(): Promise<OpenedRunFile | null> {
  const file = await chooseFile('.wbrun');
  if (!file) return null;
  if (file.size > maxRunFileBytes) throw new Error(`${file.name} is too large for a run file.`);
  return { name: file.name, content: new Uint8Array(await file.arrayBuffer()) };
}
