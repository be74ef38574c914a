import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../workloads/refusals.ts';
import { Base64Reader } from './base64.ts';

/** The octets of some pushes and the end, in hexadecimal; what was refused otherwise. */
function read(...pushes: string[]): string {
  const reader = new Base64Reader();
  try {
    const parts = pushes.map((text) => Buffer.from(reader.push(text)).toString('hex'));
    reader.end();
    return parts.join('|');
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.message;
  }
}

const after = 'The base64 continues after its end';
const within = 'The base64 ends within a group of four characters';
const not = 'The content is not base64';

describe('Base64Reader', () => {
  it.each([
    [['QUJD'], '414243'],
    [['QUI='], '4142'],
    [['QQ=='], '41'],
    [['Q', 'U', 'J', 'DR', 'A=='], '|||414243|44'],
    [['QUJDQ', 'UJD'], '414243|414243'],
    [[' Q\tU\r\nJ D '], '414243'],
    [['+/+/'], 'fbffbf'],
    [['', ' \n'], '|'],
    [['QQ==', '\n', ' \t', ''], '41|||'],
    [['QQ=', '=', '\r\n'], '|41|'],
  ])('reads %j', (pushes, bytes) => {
    expect(read(...pushes)).toBe(bytes);
  });

  it.each([
    [['QQ==', 'QQ=='], after],
    [['QQ==', '\n', 'QQ=='], after],
    [['QUI=', ' ', '', 'Q'], after],
    [['QQ==QQ=='], not],
    [['QQ==Q'], within],
    [['Q'], within],
    [['QU', 'I'], within],
    [['QUJDQU'], within],
    [['QUJ-'], not],
    [['Q==='], not],
    [['=QQ='], not],
    [['QU\u00a0JD'], not],
  ])('refuses %j', (pushes, message) => {
    expect(read(...pushes)).toBe(message);
  });
});
