import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stamps } from '../../tests/support/random-messages.ts';
import type { MessageType } from '../description.ts';
import { canonicalMessage, plainReading, protobufReading, UnfitValue } from './canonical.ts';
import { stampMessage, stampOf, stampOfMessage } from './stamp.ts';

/** Texts close to stamps: valid ones, wrong days and hours, other fractions, zones. */
const nearStamps = fc.oneof(
  stamps,
  fc.stringMatching(/^[0-9]{4}-[0-3][0-9]-[0-3][0-9]$/),
  fc.stringMatching(
    /^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\.[0-9]{1,4})?Z?$/,
  ),
  fc.string(),
);

/** Whether the language's calendar has this date and time, without rolling over to another day. */
function isReal(text: string): boolean {
  if (![10, 19, 23].includes(text.length)) return false;
  const at = new Date(text.length === 10 ? text : `${text}Z`);
  if (Number.isNaN(at.getTime()) || text.startsWith('0000')) return false;
  return at.toISOString().slice(0, text.length) === text;
}

describe('a stamp', () => {
  it('survives the conversion to a message and back', () => {
    fc.assert(
      fc.property(stamps, (text) => {
        expect(stampOf(text)).toBe(text);
        expect(stampOfMessage(stampMessage(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['2025-03-01', { year: 2025, month: 3, day: 1 }],
    ['2025-03-01T00:00:00', { year: 2025, month: 3, day: 1, hour: 0 }],
    ['2025-03-01T00:00:00.000', { year: 2025, month: 3, day: 1, hour: 0, millis: 0 }],
    [
      '1969-12-31T23:59:58.007',
      { year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 58, millis: 7 },
    ],
    ['0001-01-01', { year: 1, month: 1, day: 1 }],
    ['2000-02-29', { year: 2000, month: 2, day: 29 }],
  ])('%s has no more numbers than it needs', (text, message) => {
    expect(stampMessage(text)).toEqual(message);
    expect(stampOfMessage(message)).toBe(text);
  });

  it('is accepted exactly if the calendar has the day and time', () => {
    fc.assert(
      fc.property(nearStamps, (text) => {
        expect(stampOf(text)).toBe(isReal(text) ? text : null);
        if (!isReal(text)) expect(() => stampMessage(text)).toThrow(/expected a date such as/);
      }),
      { numRuns: 2000 },
    );
  });

  it('is no other text', () => {
    const days = '1900-02-29 2025-02-29 2025-04-31 2025-13-01 0000-01-01'.split(' ');
    const times = 'T24:00:00 T09:30 T09:30:12Z T09:30:12.25 T09:30:12+01:00'.split(' ');
    for (const text of [...days, ...times.map((time) => `2025-03-01${time}`), '2025-03-01\n', ''])
      expect(stampOf(text), text).toBeNull();
  });

  it('is refused as a message whose numbers are no day or time', () => {
    const date = { year: 2025, month: 3, day: 1 };
    const changes = [
      ...[{ day: 32 }, { day: -1 }, { month: 0 }, { year: 10_000 }, { day: '1' }, { minute: 5 }],
      ...[{ second: 1 }, { millis: 0 }, { hour: 24 }, { hour: 1, minute: 60 }],
      ...[
        { hour: 1, millis: -1 },
        { hour: 1, millis: 1.5 },
      ],
    ].map((change) => ({ ...date, ...change }));
    const wrong = [null, undefined, '2025-03-01', 3, {}, [], ...changes];
    for (const message of wrong) expect(stampOfMessage(message)).toBeNull();
  });

  it('reads any numbers as a stamp that converts back to the same message, or refuses them', () => {
    const number = fc.oneof(fc.integer({ min: -1, max: 61 }), fc.integer());
    const names = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millis'];
    const message = fc.record(Object.fromEntries(names.map((name) => [name, number])), {
      requiredKeys: ['year', 'month', 'day'],
    });
    fc.assert(
      fc.property(message, (numbers) => {
        const text = stampOfMessage(numbers);
        if (text !== null) expect(stampOfMessage(stampMessage(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a message with stamps', () => {
  const stay: MessageType = {
    kind: 'message',
    name: 'Stay',
    fields: [
      { name: 'from', number: 1, type: 'stamp' },
      { name: 'to', number: 2, type: 'stamp', optional: true },
    ],
  };
  const type: MessageType = {
    kind: 'message',
    name: 'Stays',
    fields: [
      { name: 'stays', number: 1, type: stay, repeated: true },
      { name: 'last', number: 2, type: stay },
    ],
  };
  const texts = { ...plainReading, texts: true };
  const [day, never] = ['2025-03-01', '2025-02-29'];
  const dayNumbers = { year: 2025, month: 3, day: 1 };

  it.each([
    ['JSON', plainReading, { from: day }, { from: never }],
    ['XML', texts, { from: day }, { from: never }],
    ['Protobuf', protobufReading, { from: dayNumbers }, { from: { ...dayNumbers, day: 32 } }],
    ['Protobuf, absent', protobufReading, { from: dayNumbers }, {}],
    ['Protobuf, as a text', protobufReading, { from: dayNumbers }, { from: day }],
    ['JSON, as numbers', plainReading, { from: day }, { from: dayNumbers }],
  ])(
    'is read from %s, or refused with the name of the wrong field',
    (_what, reading, right, wrong) => {
      const read = (stays: object[], last: object) =>
        canonicalMessage(type, { stays, last }, reading);
      expect(read([right], right)).toEqual({ stays: [{ from: day }], last: { from: day } });
      const refused = () => read([right, wrong], right);
      expect(refused).toThrow(UnfitValue);
      expect(refused).toThrow(/^stays\[1\]\.from: expected a date such as 2025-03-01/);
    },
  );

  it('names the missing stamp if a whole message is absent in Protobuf', () => {
    const absent = () => canonicalMessage(type, { stays: [] }, protobufReading);
    expect(absent).toThrow(/^last\.from: expected a date/);
  });
});
