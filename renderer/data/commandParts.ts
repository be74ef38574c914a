/** A piece of a text for people: words, or a command in it. */
export interface TextPart {
  readonly text: string;
  readonly isCommand: boolean;
}

/** A text in pieces: what stands between backticks is a command. */
export function commandParts(text: string): TextPart[] {
  return text
    .split('`')
    .map((part, index) => ({ text: part, isCommand: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
