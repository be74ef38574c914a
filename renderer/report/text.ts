/** A run of text with one style. */
export interface TextRun {
  readonly style: 'plain' | 'strong' | 'emphasis' | 'code';
  readonly text: string;
}

export type Passage =
  | { readonly kind: 'heading'; readonly runs: readonly TextRun[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly TextRun[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly TextRun[])[] };

/**
 * Reads the simple markup of text blocks: paragraphs between empty lines, headings after `# `,
 * lists of lines after `- `, `**strong**`, `*emphasis*` and code between backquotes. Everything else
 * is plain text, other markup included. Never fails.
 */
export function parseText(text: string): Passage[] {
  return text
    .split(/\r?\n[ \t]*(?:\r?\n[ \t]*)+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap(parsePart);
}

function parsePart(part: string): Passage[] {
  const passages: Passage[] = [];
  for (const line of part.split(/\r?\n/)) {
    const last = passages.at(-1);
    if (/^#{1,3}\s+\S/.test(line)) {
      passages.push({ kind: 'heading', runs: parseRuns(line.replace(/^#+\s+/, '')) });
    } else if (/^-\s+\S/.test(line)) {
      const item = parseRuns(line.replace(/^-\s+/, ''));
      if (last?.kind === 'list') passages[passages.length - 1] = add(last, item);
      else passages.push({ kind: 'list', items: [item] });
    } else if (last?.kind === 'paragraph') {
      const space: TextRun = { style: 'plain', text: ' ' };
      passages[passages.length - 1] = {
        kind: 'paragraph',
        runs: [...last.runs, space, ...parseRuns(line)],
      };
    } else {
      passages.push({ kind: 'paragraph', runs: parseRuns(line) });
    }
  }
  return passages;
}

function add(list: Extract<Passage, { kind: 'list' }>, item: readonly TextRun[]): Passage {
  return { kind: 'list', items: [...list.items, item] };
}

const marks = /\*\*([^*\n]+)\*\*|\*([^*\s](?:[^*\n]*[^*\s])?)\*|`([^`\n]+)`/g;

/** The styles within one line. */
export function parseRuns(line: string): TextRun[] {
  const runs: TextRun[] = [];
  let end = 0;
  const plain = (to: number) => {
    if (to > end) runs.push({ style: 'plain', text: line.slice(end, to) });
  };
  for (const match of line.matchAll(marks)) {
    plain(match.index);
    const [whole, strong, emphasis, code] = match;
    if (strong !== undefined) runs.push({ style: 'strong', text: strong });
    else if (emphasis !== undefined) runs.push({ style: 'emphasis', text: emphasis });
    else if (code !== undefined) runs.push({ style: 'code', text: code });
    end = match.index + whole.length;
  }
  plain(line.length);
  return runs;
}
