import { charactersIn, wrapText } from './wrapText.ts';

/** Line height of a row's name, in pixels. */
export const nameLine = 13;

/** Kept within a line by {@link wrapText}. */
const joined = '\u00a0';

/**
 * Breaks a row's name, parts joined by ` · `, into lines: between parts, and within one only
 * if it is longer than a line. Longer words are cut off, and so is text beyond the last line.
 * @param width and fontSize in pixels. @param most maximum number of lines.
 */
export function nameLines(
  parts: readonly string[],
  width: number,
  fontSize: number,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const long = charactersIn(width, fontSize);
  const glued = parts.map((part) => (part.length > long ? part : part.replaceAll(' ', joined)));
  const lines = wrapText(glued.join(`${joined}· `), width, fontSize).map((line) =>
    line.replaceAll(joined, ' '),
  );
  const last = lines.slice(most - 1).join(' ');
  return [...lines.slice(0, most - 1), last]
    .filter((line) => line !== '')
    .map((line) => (line.length > long ? `${line.slice(0, Math.max(1, long - 1)).trim()}…` : line));
}
