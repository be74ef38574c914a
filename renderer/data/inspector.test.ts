import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageType } from '../../workloads/description.ts';
import { inspectMessage } from '../../workloads/inspect/inspect.ts';
import { isOfPath, readPasted, shownSpans } from './inspector.ts';

const type: MessageType = {
  kind: 'message',
  name: 'Search',
  fields: [
    { name: 'query', number: 1, type: 'string' },
    { name: 'page', number: 2, type: 'int32' },
  ],
};
const message = { query: 'äpples', page: 300 };
const hex = '0a 07 c3 a4 70 70 6c 65 73 10 ac 02';

function found(text: string) {
  const pasted = readPasted(type, text);
  if ('problem' in pasted) throw new Error(pasted.problem);
  return pasted;
}

describe('pasted text', () => {
  it('is hex, base64 or JSON of the same message, and rejected with the reason', () => {
    const base64 = Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('base64');
    const expected = inspectMessage(type, message);
    expect(found(hex)).toEqual({ inspection: expected, form: 'hex', unknown: [] });
    expect(found(base64).form).toBe('base64');
    expect(found(base64).inspection).toEqual(expected);
    expect(found(JSON.stringify(message)).inspection).toEqual(expected);
    expect(readPasted(type, 'no message!')).toHaveProperty('problem');
    expect(readPasted(type, '{"query":1}')).toEqual({ problem: 'query: expected a text' });
    expect(readPasted(type, '10')).toEqual({
      problem: 'At byte 1: a varint is incomplete',
    });
    expect(readPasted(type, 'f'.repeat(70_000))).toHaveProperty('problem');
  });

  it('never fails otherwise', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const pasted = readPasted(type, text);
        expect('problem' in pasted || 'inspection' in pasted).toBe(true);
      }),
    );
  });
});

describe('the shown bytes', () => {
  it('are those of the encoding, in hex and as text', () => {
    const { protobuf, json } = inspectMessage(type, message);
    const spans = shownSpans(protobuf);
    expect(spans.map((span) => span.hex).join(' ')).toBe(hex);
    const text = shownSpans(json).map((span) => span.text);
    expect(text.join('')).toBe(JSON.stringify(message));
  });

  it('of a long message are its first and last; belong to a field with everything in it', () => {
    const long = inspectMessage(type, { query: `${'x'.repeat(5000)}end`, page: 1 });
    const text = shownSpans(long.json).map((span) => span.text);
    expect(text.join('')).toMatch(/^\{"query":"x+…x+end","page":1\}$/);
    expect(isOfPath({ path: 'items[3].price' }, 'items')).toBe(true);
    expect(isOfPath({ path: 'items[3].price' }, 'items[3]')).toBe(true);
    expect(isOfPath({ path: 'items[31].price' }, 'items[3]')).toBe(false);
    expect(isOfPath({ path: 'other' }, null)).toBe(false);
  });
});
