import type { Message, MessageType } from '../description.ts';

/**
 * A stamp is a date with or without a local time of day: the text `2025-03-01`, `2025-03-01T09:30:12` or
 * `2025-03-01T09:30:12.250` (ISO 8601 without a zone, years 0001 to 9999). In Protobuf it is a message of
 * numbers, without loss: `hour` is present with a time of day, `millis` with a fraction.
 */
export const stampType: MessageType = {
  kind: 'message',
  name: 'Stamp',
  fields: [
    { name: 'year', number: 1, type: 'int32' },
    { name: 'month', number: 2, type: 'int32' },
    { name: 'day', number: 3, type: 'int32' },
    { name: 'hour', number: 4, type: 'int32', optional: true },
    { name: 'minute', number: 5, type: 'int32' },
    { name: 'second', number: 6, type: 'int32' },
    { name: 'millis', number: 7, type: 'int32', optional: true },
  ],
};

/** Syntax of a stamp's text; does not check that the day and time exist. */
const form = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{3})?)?$/;
/** Description of a stamp, after "expected". */
export const stampHelp = 'a date such as 2025-03-01, or with a local time 2025-03-01T09:30:12.250';

/** A stamp's numbers; without a time of day `minute` and `second` are 0. */
interface StampNumbers {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number | undefined;
  readonly minute: number;
  readonly second: number;
  readonly millis: number | undefined;
}

const shortMonths = [4, 6, 9, 11];

/** Days of a month in the Gregorian calendar. */
function daysIn(year: number, month: number): number {
  if (month !== 2) return shortMonths.includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

const isWithin = (number: number, least: number, most: number) =>
  Number.isInteger(number) && number >= least && number <= most;

function isDate({ year, month, day }: StampNumbers): boolean {
  return isWithin(year, 1, 9999) && isWithin(month, 1, 12) && isWithin(day, 1, daysIn(year, month));
}

function isTime({ hour, minute, second, millis }: StampNumbers): boolean {
  if (hour === undefined) return minute === 0 && second === 0 && millis === undefined;
  const inDay = isWithin(hour, 0, 23) && isWithin(minute, 0, 59) && isWithin(second, 0, 59);
  return inDay && isWithin(millis ?? 0, 0, 999);
}

// A list has hundreds of stamps, so the following uses positions and tables, without regex groups and padding.

const digitAt = (text: string, at: number) => text.charCodeAt(at) - 48;
const twoAt = (text: string, at: number) => digitAt(text, at) * 10 + digitAt(text, at + 1);

/** @param text in this syntax */
function numbersIn(text: string): StampNumbers {
  const timed = text.length > 10;
  return {
    year: twoAt(text, 0) * 100 + twoAt(text, 2),
    month: twoAt(text, 5),
    day: twoAt(text, 8),
    hour: timed ? twoAt(text, 11) : undefined,
    minute: timed ? twoAt(text, 14) : 0,
    second: timed ? twoAt(text, 17) : 0,
    millis: text.length > 19 ? digitAt(text, 20) * 100 + twoAt(text, 21) : undefined,
  };
}

function readNumbers(text: string): StampNumbers | null {
  if (!form.test(text)) return null;
  const numbers = numbersIn(text);
  return isDate(numbers) && isTime(numbers) ? numbers : null;
}

/** Validates a stamp's text; null for anything else. */
export function stampOf(value: unknown): string | null {
  return typeof value === 'string' && readNumbers(value) ? value : null;
}

/**
 * A stamp as its message in Protobuf, without the zeroes that an encoder may omit.
 * @throws TypeError for an invalid text
 */
export function stampMessage(text: string): Message {
  const numbers = readNumbers(text);
  if (!numbers) throw new TypeError(`${text}: expected ${stampHelp}`);
  const { year, month, day, hour, minute, second, millis } = numbers;
  const message: Record<string, number> = { year, month, day };
  if (hour !== undefined) message.hour = hour;
  if (minute !== 0) message.minute = minute;
  if (second !== 0) message.second = second;
  if (millis !== undefined) message.millis = millis;
  return message;
}

/** A number of a decoded message; NaN for anything else, which is never valid. */
function numberOr<Absent>(value: unknown, absent: Absent): number | Absent {
  if (value === undefined || value === null) return absent;
  return typeof value === 'number' ? value : Number.NaN;
}

const pairs = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
const two = (number: number) => pairs[number] ?? '';

function textOf({ year, month, day, hour, minute, second, millis }: StampNumbers): string {
  const date = `${two(Math.trunc(year / 100))}${two(year % 100)}-${two(month)}-${two(day)}`;
  if (hour === undefined) return date;
  const time = `${date}T${two(hour)}:${two(minute)}:${two(second)}`;
  return millis === undefined ? time : `${time}.${Math.trunc(millis / 100)}${two(millis % 100)}`;
}

/** The text of a decoded stamp message; null if there is no such day or time. */
export function stampOfMessage(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const message: Readonly<Partial<Record<keyof StampNumbers, unknown>>> = value;
  const numbers: StampNumbers = {
    year: numberOr(message.year, 0),
    month: numberOr(message.month, 0),
    day: numberOr(message.day, 0),
    hour: numberOr(message.hour, undefined),
    minute: numberOr(message.minute, 0),
    second: numberOr(message.second, 0),
    millis: numberOr(message.millis, undefined),
  };
  return isDate(numbers) && isTime(numbers) ? textOf(numbers) : null;
}
