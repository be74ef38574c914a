import { charactersIn, wrapText } from './wrapText.ts';

/** Pixels from one line of the name of a row to the next. */
export const nameLine = 13;

/** Kept within a line by {@link wrapText}. */
const joined = '\u00a0';

/**
 * Breaks what names a row, parts with ` · ` between them, into lines: between parts, and within one only
 * where it is longer than a line. A word that is longer is cut, and so is what is beyond the last line.
 * @param width and fontSize in pixels. @param most lines.
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
