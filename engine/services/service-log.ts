import { stripVTControlCharacters } from 'node:util';
import { keptLogLines, type ServiceLogLine } from '../../contracts/services.ts';

const longestLine = 1000;
/** Output without a line end is emitted once it is this long. */
const longestRest = 8000;

/** The last lines of one service, in order. */
export class ServiceLog {
  readonly #onLine: (line: ServiceLogLine) => void;
  #lines: ServiceLogLine[] = [];
  #next = 0;
  #rest = '';

  constructor(onLine: (line: ServiceLogLine) => void) {
    this.#onLine = onLine;
  }

  get lines(): readonly ServiceLogLine[] {
    return this.#lines;
  }

  add(kind: ServiceLogLine['kind'], text: string): void {
    const line = {
      index: this.#next++,
      at: new Date().toISOString(),
      kind,
      text: shortened(readableLine(text)),
    };
    this.#lines.push(line);
    if (this.#lines.length > keptLogLines) this.#lines = this.#lines.slice(-keptLogLines);
    this.#onLine(line);
  }

  /** Adds a chunk of error output; complete lines are emitted. */
  addOutput(piece: string): void {
    const lines = (this.#rest + piece).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') this.add('output', line);
    if (this.#rest.length > longestRest) this.flush();
  }

  /** Emits a last line without a line end. */
  flush(): void {
    const rest = this.#rest;
    this.#rest = '';
    if (rest.trim() !== '') this.add('output', rest);
  }
}

function shortened(text: string): string {
  return text.length > longestLine ? `${text.slice(0, longestLine - 1)}…` : text;
}

/** Removes terminal colours and other non-printing characters. */
export function readableLine(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}
