import { describe, expect, it } from 'vitest';
import { messageHidden } from './secrets.ts';

describe('a message of a service', () => {
  const hidden = messageHidden({ secrets: ['open-sesame', 'a&b', "c'd e"] });

  it.each([
    ['HTTP 401: open-sesame is wrong', 'HTTP 401: ••• is wrong'],
    ['HTTP 401: a&amp;b', 'HTTP 401: •••'],
    ["no /?key=c'd%20e", 'no /?key=•••'],
    ['no /?key=c%27d%20e', 'no /?key=•••'],
    // Cut in the middle, with and without an ellipsis.
    ['HTTP 401: open-ses', 'HTTP 401: •••'],
    ['HTTP 401: open-…', 'HTTP 401: •••…'],
    ['HTTP 401: open-sesame open-', 'HTTP 401: ••• •••'],
    ['it is open', 'it is •••'],
    ['it is ope', 'it is ope'],
    ['', ''],
  ])('masks secrets, whole or cut: %s', (message, shown) => {
    expect(hidden(message)).toBe(shown);
  });
});
