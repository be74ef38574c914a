const step = 0x8000;

/** Base64 of octets, for platforms without a library. */
export function toBase64(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; at += step) {
    text += String.fromCharCode(...octets.subarray(at, at + step));
  }
  return btoa(text);
}

/** @throws DOMException if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
