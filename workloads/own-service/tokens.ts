import type { TokenCell } from '../../contracts/own-service.ts';

/**
 * Access tokens, as the engine writes and all workers read them: a counter, and behind it the last few tokens, each
 * with its length. A token is written in full before the counter says so, and the one before it stays as it is.
 */

const headBytes = 4;
const kept = 16;
export const maxTokenCharacters = 16_000;
const slotBytes = 4 + maxTokenCharacters;

/** Memory for the tokens of one endpoint. */
export const tokenMemory = () => new SharedArrayBuffer(headBytes + kept * slotBytes);

const counterOf = ({ memory }: TokenCell) => new Int32Array(memory, 0, 1);

/** Gives all workers a new token. @param token of printable ASCII, at most {@link maxTokenCharacters} of it. */
export function putToken(cell: TokenCell, token: string): void {
  const counter = counterOf(cell);
  const next = Atomics.load(counter, 0) + 1;
  const at = headBytes + (next % kept) * slotBytes;
  new DataView(cell.memory).setInt32(at, token.length);
  const octets = new Uint8Array(cell.memory, at + 4, token.length);
  for (let index = 0; index < token.length; index++) octets[index] = token.charCodeAt(index);
  Atomics.store(counter, 0, next);
}

function tokenAt({ memory }: TokenCell, number: number): string {
  const at = headBytes + (number % kept) * slotBytes;
  const length = new DataView(memory).getInt32(at);
  // A copy: decoders take no shared memory everywhere.
  return new TextDecoder().decode(new Uint8Array(memory, at + 4, length).slice());
}

/** The token of now, and how many there were with it; the number is 0 before the first. */
export function tokenNow(cell: TokenCell): { readonly number: number; readonly token: string } {
  const number = Atomics.load(counterOf(cell), 0);
  return { number, token: number === 0 ? '' : tokenAt(cell, number) };
}

/** Reads the token of now, which is decoded once for all requests that it serves. */
export function tokenReader(cell: TokenCell): () => string {
  const counter = counterOf(cell);
  let number = 0;
  let token = '';
  return () => {
    const now = Atomics.load(counter, 0);
    if (now !== number) {
      token = tokenAt(cell, now);
      number = now;
    }
    return token;
  };
}

/** Changes with every new token. */
export function tokensGiven(cells: readonly TokenCell[]): number {
  return cells.reduce((sum, cell) => sum + Atomics.load(counterOf(cell), 0), 0);
}

/** The tokens of now and shortly before, which answers may repeat. */
export function recentTokens(cells: readonly TokenCell[]): string[] {
  return cells.flatMap((cell) => {
    const now = Atomics.load(counterOf(cell), 0);
    const numbers = Array.from({ length: Math.min(now, kept) }, (_, index) => now - index);
    return numbers.map((number) => tokenAt(cell, number)).filter((token) => token !== '');
  });
}
