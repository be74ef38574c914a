import { describe, expect, it } from 'vitest';
import { within } from './within.ts';

describe('a promise that may never settle', () => {
  it('is awaited', async () => {
    expect(await within('an answer', Promise.resolve(7))).toBe(7);
    await expect(within('an answer', Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('is named when it has not settled in time', async () => {
    await expect(within('an answer', new Promise(() => undefined), 1)).rejects.toThrow(
      /^not within \d+ s: an answer$/,
    );
  });
});
