/** Width of a character in units of the font size: a little more than the font's own average. */
const average = 0.56;

/** Number of characters that fit in a line, at least one. @param width and fontSize in pixels. */
export function charactersIn(width: number, fontSize: number): number {
  return Math.max(1, Math.floor(width / (fontSize * average)));
}

/** Width in pixels of this number of characters. */
export function widthOfCharacters(characters: number, fontSize: number): number {
  return characters * fontSize * average;
}

/**
 * Breaks a text into lines between words. Widths are estimated generously, since pictures have no
 * layout. A word longer than a line gets its own. An empty text has no lines.
 * @param width and fontSize in pixels.
 */
export function wrapText(text: string, width: number, fontSize: number): string[] {
  const most = charactersIn(width, fontSize);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > most && line !== '') {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
