import type { TokenCell } from '../../contracts/own-service.ts';

/**
 * Access tokens, written by the engine and read by all workers: a counter, followed by the last few tokens,
 * each with its length. A token is written in full before the counter advances, and the previous one stays
 * intact.
 */

const headBytes = 4;
const kept = 16;
export const maxTokenCharacters = 16_000;
const slotBytes = 4 + maxTokenCharacters;

/** Memory for the tokens of one endpoint. */
export const tokenMemory = () => new SharedArrayBuffer(headBytes + kept * slotBytes);

const counterOf = ({ memory }: TokenCell) => new Int32Array(memory, 0, 1);

/**
 * Publishes a new token to all workers.
 * @param token printable ASCII, at most {@link maxTokenCharacters} characters.
 */
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
  // A copy: not every decoder accepts shared memory.
  return new TextDecoder().decode(new Uint8Array(memory, at + 4, length).slice());
}

/** The current token and its number; the number is 0 before the first. */
export function tokenNow(cell: TokenCell): { readonly number: number; readonly token: string } {
  const number = Atomics.load(counterOf(cell), 0);
  return { number, token: number === 0 ? '' : tokenAt(cell, number) };
}

/** Reads the current token, decoding it once for all requests that use it. */
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

/** The current and recent tokens, which answers may repeat. */
export function recentTokens(cells: readonly TokenCell[]): string[] {
  return cells.flatMap((cell) => {
    const now = Atomics.load(counterOf(cell), 0);
    const numbers = Array.from({ length: Math.min(now, kept) }, (_, index) => now - index);
    return numbers.map((number) => tokenAt(cell, number)).filter((token) => token !== '');
  });
}
