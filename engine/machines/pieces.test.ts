import { describe, expect, it } from 'vitest';
import { ObjectShelf, objectName, pieceBytes } from './objects.ts';
import { fetchShared, type GetPiece, nameOfLarge } from './pieces.ts';

const signal = new AbortController().signal;

function offered(bytes: number) {
  const memory = new SharedArrayBuffer(bytes + 64);
  const content = new Uint8Array(memory, 0, bytes);
  for (let at = 0; at < bytes; at++) content[at] = (at * 31) % 251;
  const shelf = new ObjectShelf();
  const name = objectName(content.slice());
  shelf.keep(name, content);
  const asked: number[] = [];
  const get: GetPiece = async (one, from) => {
    asked.push(from);
    return shelf.piece(one, from) ?? new Uint8Array();
  };
  return { name, bytes, content, get, asked };
}

describe('large objects', () => {
  it.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 9 * pieceBytes + 7])(
    'arrive in shared memory, each piece once: %i bytes',
    async (bytes) => {
      const { name, content, get, asked } = offered(bytes);
      expect(await nameOfLarge(content)).toBe(name);
      const memory = await fetchShared({ name, bytes }, get, signal);
      expect(Buffer.from(memory).equals(Buffer.from(content))).toBe(true);
      expect(asked.sort((a, b) => a - b)).toEqual(
        Array.from({ length: Math.ceil(bytes / pieceBytes) }, (_, piece) => piece * pieceBytes),
      );
    },
  );

  it('arrive whatever the order of the pieces, some after a retry', async () => {
    const { name, bytes, content, get } = offered(6 * pieceBytes + 1);
    const failed = new Set<number>();
    const shaky: GetPiece = async (one, from) => {
      if (from === 2 * pieceBytes && !failed.has(from)) {
        failed.add(from);
        throw new Error('no answer');
      }
      return get(one, from);
    };
    const memory = await fetchShared({ name, bytes }, shaky, signal);
    expect(failed.size).toBe(1);
    expect(Buffer.from(memory).equals(Buffer.from(content))).toBe(true);
  });

  it('are refused when a piece is changed, short or missing', async () => {
    const { name, bytes, get } = offered(3 * pieceBytes);
    const changed: GetPiece = async (one, from) => {
      const piece = Buffer.from(await get(one, from));
      if (from > 0) piece[5] = (piece[5] ?? 0) ^ 1;
      return piece;
    };
    const short: GetPiece = async (one, from) => (await get(one, from)).subarray(1);
    for (const wrong of [changed, short, async () => new Uint8Array()]) {
      await expect(fetchShared({ name, bytes }, wrong, signal)).rejects.toMatchObject({
        code: 'WORKER_FAILED',
        message: expect.stringContaining('is not what it had named'),
      });
    }
  });

  it('are refused by a machine without room for them, before anything is fetched', async () => {
    const { name, bytes, get, asked } = offered(2 * pieceBytes);
    await expect(fetchShared({ name, bytes }, get, signal, bytes - 1)).rejects.toMatchObject({
      code: 'WORKER_FAILED',
      message: expect.stringContaining('of memory left'),
    });
    expect(asked).toEqual([]);
  });

  it('are given up when they are no longer needed', async () => {
    const { name, bytes, get, asked } = offered(20 * pieceBytes);
    const giveUp = new AbortController();
    const stopping: GetPiece = (one, from) => {
      if (from === 3 * pieceBytes) giveUp.abort();
      return get(one, from);
    };
    await expect(fetchShared({ name, bytes }, stopping, giveUp.signal)).rejects.toThrow('abort');
    expect(asked.length).toBeLessThan(20);
  });
});
