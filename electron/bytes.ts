/**
 * Contents cross from the page to main as bytes: some Chromium versions crash main on a long non-Latin text.
 * Malformed values pass through unchanged: main rejects them, with a message and an error code.
 */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Encodes a text as UTF-8. */
export const textAsBytes = (content: unknown): unknown =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

/** A file with its content as bytes. */
export const withBytes = (file: unknown): unknown =>
  isObject(file) && typeof file.content === 'string'
    ? { ...file, content: textAsBytes(file.content) }
    : file;

/** A folder to save, with the contents of its files as bytes. */
export const withFilesAsBytes = (request: unknown): unknown =>
  isObject(request) && Array.isArray(request.files)
    ? { ...request, files: request.files.map(withBytes) }
    : request;
