import interUrl from '../app/fonts/inter-latin-wght-normal.woff2?url';

let rule: Promise<string> | null = null;

/**
 * A style element that carries the window's font, so that a saved picture looks the same
 * elsewhere. Empty where the font cannot be read; the picture then names common fonts instead.
 */
export function fontRule(): Promise<string> {
  rule ??= readFont();
  return rule;
}

async function readFont(): Promise<string> {
  const answer = await fetch(interUrl);
  if (!answer.ok) return '';
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `<style>@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(data:font/woff2;base64,${btoa(binary)}) format("woff2")}</style>`;
}
