/** The scheme and host under which the renderer's files are served to the window. */
export const scheme = 'app';
export const origin = `${scheme}://wirebench`;
export const startPage = `${origin}/index.html`;

/** True for pages that the app itself serves. */
export function isOwnPage(url: string): boolean {
  try {
    const { protocol, host } = new URL(url);
    return `${protocol}//${host}` === origin;
  } catch {
    return false; // What is no address is no page of ours.
  }
}
