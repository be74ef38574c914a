import type { TextKind } from '../../contracts/words.ts';
import type { Message } from '../description.ts';
import { jsonBytes } from '../messages/json-bytes.ts';
import { makeText, randomSource } from '../messages/text.ts';
import { enrolment, student } from './messages.ts';

/** Inputs that determine the content of the messages. */
export interface TeamSeed {
  readonly text: TextKind;
  readonly seed: number;
}

/** The student in the study's example, allocated by `short`. */
const sample = { name: 'Alice', id: 113_517, courseCode: 'CS31245' };

/** The study's own request for plain text; a name of five other characters for the other kinds. */
export function shortRequest({ text, seed }: TeamSeed): Message {
  return text === 'ascii' ? sample : { ...sample, name: makeText(text, 5, seed) };
}

/** A student who waits for a partner. */
export interface Waiting {
  readonly name: string;
  readonly id: number;
}

const names = ['Derek', 'Farina', 'Gregor', 'Hana', 'Isla', 'Jamal', 'Kirsty', 'Liang', 'Morag'];

/** Waiting students, in the order of their ids: the first is the one in the study's example. */
export function waitingStudents(rows: number): readonly Waiting[] {
  return Array.from({ length: rows }, (_, index) => ({
    name: names[index % names.length] ?? 'Derek',
    id: 113_520 + index,
  }));
}

/** A sequence of students, and a remark of plain letters, whose JSON has exactly `bytes` bytes. */
export function enrolmentOf(bytes: number, { text, seed }: TeamSeed): Message {
  const random = randomSource(seed);
  const students: Message[] = [];
  let left = bytes - jsonBytes(enrolment, { students, remark: '' });
  for (;;) {
    const one = {
      name: makeText(text, 12 + (random() % 16), random()),
      id: 100_000 + (random() % 900_000),
      courseCode: `CS${10_000 + (random() % 90_000)}`,
    };
    const cost = jsonBytes(student, one) + (students.length > 0 ? 1 : 0);
    if (cost > left) break;
    students.push(one);
    left -= cost;
  }
  return { students, remark: makeText('ascii', left, seed) };
}

/** Bytes after which a file repeats: a prime number, so that no two parts of it are alike. */
const period = 1_048_573;

/** The repeated content of all files with one seed. */
function fileBlock(seed: number): Uint8Array {
  const random = randomSource(seed);
  const words = new Uint32Array(Math.ceil(period / 4));
  for (let i = 0; i < words.length; i++) words[i] = random();
  return new Uint8Array(words.buffer, 0, period);
}

/** The bytes [start, end) of a file. */
function fileSlice(block: Uint8Array, from: number, to: number): Uint8Array {
  const slice = new Uint8Array(to - from);
  for (let at = from; at < to; ) {
    const start = at % period;
    const taken = Math.min(period - start, to - at);
    slice.set(block.subarray(start, start + taken), at - from);
    at += taken;
  }
  return slice;
}

/** A file of this many bytes. */
export function fileOf(bytes: number, seed: number): Uint8Array {
  return fileSlice(fileBlock(seed), 0, bytes);
}

/** The same file in parts, generated one at a time. */
export function* fileChunks(
  bytes: number,
  chunkBytes: number,
  seed: number,
): Generator<Uint8Array> {
  const block = fileBlock(seed);
  for (let at = 0; at < bytes; at += chunkBytes) {
    yield fileSlice(block, at, Math.min(bytes, at + chunkBytes));
  }
}
