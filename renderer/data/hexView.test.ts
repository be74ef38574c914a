import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WireMessage } from '../../contracts/wire.ts';
import { scriptedCapture } from '../../tests/support/wire-recordings.ts';
import { type HexRow, hexView } from './hexView.ts';

const capture = scriptedCapture({
  shape: 'small',
  tls: 'off',
  client: 'raw',
  text: 'ascii',
  protocol: 'rest',
});

function messageOf(bytes: number, lengths: readonly number[], cut: number): WireMessage {
  const [message] = capture.messages;
  if (!message) throw new Error('the capture has no message');
  const content = Buffer.from(Array.from({ length: bytes }, (_, at) => at % 256));
  let offset = 0;
  const parts = lengths.map((length) => {
    const part = { ...empty, offset, bytes: length };
    offset += length;
    return part;
  });
  const head = content.subarray(0, bytes - cut).toString('base64');
  return { ...message, bytes, parts, head, tail: '' };
}
const empty = { layer: 'payload', layers: {}, label: '', field: null, decrypted: false } as const;

const hexOf = (rows: readonly HexRow[]) =>
  rows.flatMap(({ runs }) => runs.flatMap(({ hex }) => hex.split(' '))).join('');

it('shows every byte once, in lines of sixteen, with the part it belongs to', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lengths, fc.nat(30), (parts, cut) => {
      const bytes = parts.reduce((sum, length) => sum + length, 0);
      const message = messageOf(bytes, parts, Math.min(cut, bytes));
      const { rows, skipped } = hexView(message);
      expect(hexOf(rows)).toBe(Buffer.from(message.head, 'base64').toString('hex'));
      expect(skipped).toBe(Math.min(cut, bytes));
      const owners = parts.flatMap((length, index) => new Array<number>(length).fill(index));
      for (const { offset, runs } of rows) {
        expect(offset % 16).toBe(0);
        for (const { part, column, hex, text } of runs) {
          const at = offset + column;
          const length = hex.split(' ').length;
          expect([...text]).toHaveLength(length);
          for (let i = 0; i < length; i++) expect(owners[at + i]).toBe(part);
        }
      }
    }),
  );
});

it('shows text where there is some', () => {
  const request = capture.messages.find(({ label }) => label === 'POST /rest');
  if (!request) throw new Error('the capture has no request');
  const { rows } = hexView(request);
  const [first] = rows;
  expect(first?.runs.map(({ text }) => text).join('')).toBe('POST\u00a0/rest\u00a0HTTP/');
  expect(rows.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')).toContain('··');
});
