/**
 * Contents cross from the page to main as bytes: some Chromium versions end main at a long text that is not plain Latin.
 * Whatever has another shape than it should goes on as it is, since only main refuses, in words and with a code.
 */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A text as UTF-8. */
export const textAsBytes = (content: unknown): unknown =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

/** A file with its content as bytes. */
export const withBytes = (file: unknown): unknown =>
  isObject(file) && typeof file.content === 'string'
    ? { ...file, content: textAsBytes(file.content) }
    : file;

/** A folder to save, each of its files with its content as bytes. */
export const withFilesAsBytes = (request: unknown): unknown =>
  isObject(request) && Array.isArray(request.files)
    ? { ...request, files: request.files.map(withBytes) }
    : request;
