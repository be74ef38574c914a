/** The scheme and host under which the renderer's files are served to the window. */
export const scheme = 'app';
export const origin = `${scheme}://wirebench`;
export const startPage = `${origin}/index.html`;

/** Whether the app itself serves this page. */
export function isOwnPage(url: string): boolean {
  try {
    const { protocol, host } = new URL(url);
    return `${protocol}//${host}` === origin;
  } catch {
    return false; // Not an address.
  }
}

/** Whether a page may load this: only what the app serves itself, so that it never needs the network. */
export function mayLoad(url: string): boolean {
  return isOwnPage(url) || /^(data|blob|devtools):/.test(url);
}
