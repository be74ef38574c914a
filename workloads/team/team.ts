import type { Message, Value } from '../description.ts';
import { answerDifference } from '../messages/difference.ts';
import { Sha256 } from '../messages/sha256.ts';
import type { ShapeRequests, WorkloadContract, WorkloadSetup } from '../workload.ts';
import { enrolmentOf, fileChunks, fileOf, shortRequest, waitingStudents } from './data.ts';
import { teamDescription, teamOperations } from './messages.ts';
import {
  customTeamShape,
  parseTeamShape,
  type TeamData,
  type TeamShape,
  teamDataSchema,
  teamShapeDoc,
  teamShapeHelp,
  teamShapes,
} from './shapes.ts';

type Made = Pick<ShapeRequests, 'request' | 'stream'> & { readonly expected: Message };

function short(setup: WorkloadSetup, data: TeamData): Made {
  const request = shortRequest(setup);
  const id = Number(request.id);
  const partner = waitingStudents(data.rowsRead)[0] ?? { name: '', id: 0 };
  const expected = {
    message: 'You have been successfully allocated a team',
    teamDetails: {
      member1: request.name ?? '',
      member2: partner.name,
      member1id: id,
      member2id: partner.id,
      courseCode: request.courseCode ?? '',
      groupId: id + 765_736,
    },
  };
  return { request: () => request, expected };
}

const codePoints = (value: Value | undefined) => Array.from(String(value ?? '')).length;

function medium(setup: WorkloadSetup, bytes: number): Made {
  const request = enrolmentOf(bytes, setup);
  const students = request.students as readonly Message[];
  const sum = (of: (student: Message) => number) =>
    students.reduce((total, student) => total + of(student), 0);
  const expected = {
    message: 'All students have been enrolled',
    students: students.length,
    idSum: sum(({ id }) => Number(id)),
    characters:
      sum(({ name, courseCode }) => codePoints(name) + codePoints(courseCode)) +
      codePoints(request.remark),
  };
  return { request: () => request, expected };
}

/** The last digest: computing it takes long, and all trials use the same file. */
let known = { bytes: -1, seed: -1, sha256: '' };

function sha256Of(bytes: number, seed: number): string {
  if (known.bytes !== bytes || known.seed !== seed) {
    const sha = new Sha256();
    for (const part of fileChunks(bytes, 1_000_000, seed)) sha.update(part);
    known = { bytes, seed, sha256: sha.digest() };
  }
  return known.sha256;
}

function large({ seed }: WorkloadSetup, bytes: number): Made {
  const content = fileOf(bytes, seed);
  const request = { name: 'file.bin', content };
  const expected = { bytes, sha256: sha256Of(bytes, seed) };
  return { request: () => request, expected };
}

function* messagesOf(bytes: number, chunkBytes: number, seed: number): Generator<Message> {
  for (const content of fileChunks(bytes, chunkBytes, seed)) yield { content };
}

function streamed({ seed }: WorkloadSetup, bytes: number, { chunkBytes }: TeamData): Made {
  const expected = { bytes, sha256: sha256Of(bytes, seed) };
  const stream = () => messagesOf(bytes, chunkBytes, seed);
  const [first = {}] = messagesOf(Math.min(bytes, chunkBytes), chunkBytes, seed);
  return { request: () => first, stream, expected };
}

function makeOf({ kind, bytes }: TeamShape, setup: WorkloadSetup): Made {
  const data = teamDataSchema.parse(setup.data);
  switch (kind) {
    case 'short':
      return short(setup, data);
    case 'medium':
      return medium(setup, bytes ?? 0);
    case 'large':
      return large(setup, bytes ?? data.fileBytes);
    case 'large-streamed':
      return streamed(setup, bytes ?? data.fileBytes, data);
  }
}

/** The team workload: all payload is in the requests, from a short one to a file. */
export const teamWorkload: WorkloadContract = {
  description: teamDescription,
  data: teamDataSchema,
  shapes: teamShapes,
  shapeHelp: teamShapeHelp,
  shapePattern: customTeamShape.source,
  shapeExample: 'medium:200000',
  shapeDoc: teamShapeDoc,
  minBytes: (name, data) => {
    const shape = parseTeamShape(name);
    if (!shape || shape.kind === 'short') return { request: 0, answer: 0 };
    const bytes = shape.bytes ?? teamDataSchema.parse(data).fileBytes;
    // Everything but a file has field names, which encodings other than JSON omit.
    return { request: shape.kind === 'medium' ? Math.floor(bytes / 3) : bytes, answer: 0 };
  },
  operationOf: (name) => {
    const shape = parseTeamShape(name);
    return shape ? teamOperations[shape.operation] : null;
  },
  requestsOf: (name, setup) => {
    const shape = parseTeamShape(name);
    if (!shape) throw new TypeError(`no such shape: ${name}`);
    const { expected, ...made } = makeOf(shape, setup);
    return {
      ...made,
      operation: teamOperations[shape.operation],
      varies: false,
      sameLength: true,
      judge: (_request, answer) => answerDifference(expected, answer),
    };
  },
};
