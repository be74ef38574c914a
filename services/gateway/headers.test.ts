import { expect, it } from 'vitest';
import { passedOn } from './headers.ts';

it('removes connection headers, keeps the others unchanged, and adds via', () => {
  const raw = [
    ['Host', 'service'],
    ['Connection', 'keep-alive, X-Hop'],
    ['Keep-Alive', 'timeout=5'],
    ['X-Hop', 'of this connection'],
    ['Transfer-Encoding', 'chunked'],
    ['X-Twice', 'one'],
    ['X-Twice', 'two'],
    ['Via', '1.0 other'],
  ];
  expect(passedOn(raw.flat(), '1.1')).toEqual([
    ...['Host', 'service', 'X-Twice', 'one', 'X-Twice', 'two'],
    ...['Via', '1.0 other', 'via', '1.1 wirebench'],
  ]);
});
