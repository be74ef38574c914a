/** Characters in three lines of a caption, by the width of its figure; the label is among them. */
const room = { column: 185, page: 390 } as const;

/** Ends of sentences, which initials of names are not. */
const betweenSentences = /(?<=[\p{Ll}\d)%”’][\p{L}\d)%”’][.!?]) /u;
/** Origin of a figure, which a report of one run has in its text. */
const origin = /^Run “.*”, \d{4}-\d{2}-\d{2}\.$/;

/**
 * An automatic caption in three lines: its first sentence, and of the others those that have room.
 * @param alone whether all figures of the report are of one run.
 */
export function threeLines(caption: string, width: keyof typeof room, alone: boolean): string {
  const [first = '', ...others] = caption
    .split(betweenSentences)
    .filter((sentence) => !(alone && origin.test(sentence)));
  return others.reduce(
    (text, sentence) =>
      text.length + 1 + sentence.length <= room[width] - longestLabel
        ? `${text} ${sentence}`
        : text,
    first,
  );
}

/** `Listing 12. ` */
const longestLabel = 12;
