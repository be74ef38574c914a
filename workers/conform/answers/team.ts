import type { ConformOrder } from '../../../contracts/conform.ts';
import type { Message } from '../../../workloads/description.ts';
import { Sha256 } from '../../../workloads/messages/sha256.ts';
import { waitingStudents } from '../../../workloads/team/data.ts';
import { lastId, teamOperations } from '../../../workloads/team/messages.ts';
import { teamDataSchema } from '../../../workloads/team/shapes.ts';
import { teamWorkload } from '../../../workloads/team/team.ts';
import { shownValue } from '../words.ts';
import { type AnswerCase, judgeBy, oncePerOrder } from './case.ts';

const alice = { name: 'Alice', id: 113_517, courseCode: 'CS31245' };
/** Id of the student who is paired with the first waiting one. */
const firstId = 113_517;
/** Difference between a student's id and the group's. */
const groupOffset = 765_736;

/** The team of a student: the partner's position among the waiting follows from the id. */
export function teamOf(student: typeof alice, { data }: Pick<ConformOrder, 'data'>): Message {
  const waiting = waitingStudents(teamDataSchema.parse(data).rowsRead);
  const steps = (student.id - firstId) % waiting.length;
  const partner = waiting.at(steps);
  return {
    message: 'You have been successfully allocated a team',
    teamDetails: {
      member1: student.name,
      member2: partner?.name ?? '',
      member1id: student.id,
      member2id: partner?.id ?? 0,
      courseCode: student.courseCode,
      groupId: student.id + groupOffset,
    },
  };
}

function allocates(name: string, holds: string, fields: Partial<typeof alice>): AnswerCase {
  const student = { ...alice, ...fields };
  return {
    name,
    holds,
    sent: `allocate of ${shownValue(student)}`,
    expected: 'the team of that student, with the partner determined by the id',
    operation: teamOperations.allocate,
    request: () => student,
    judge: judgeBy((order) => teamOf(student, order)),
  };
}

function refuses(name: string, holds: string, fields: Partial<typeof alice>): AnswerCase {
  const student = { ...alice, ...fields };
  return { ...allocates(name, holds, student), expected: 'refused as invalid', judge: null };
}

function enrols(name: string, holds: string, request: Message, answer: Message): AnswerCase {
  return {
    name,
    holds,
    sent: `enrol of ${shownValue(request)}`,
    expected: shownValue(answer),
    operation: teamOperations.enrol,
    request: () => request,
    judge: judgeBy(() => ({ message: 'All students have been enrolled', ...answer })),
  };
}

function uploads(name: string, holds: string, file: string, content: Uint8Array): AnswerCase {
  const sha256 = new Sha256().update(content).digest();
  return {
    name,
    holds,
    sent: `upload of ${content.length} bytes as ${shownValue(file)}`,
    expected: `${content.length} bytes and their SHA-256`,
    operation: teamOperations.upload,
    request: () => ({ name: file, content }),
    judge: judgeBy(() => ({ bytes: content.length, sha256 })),
  };
}

/** A request of a shape. @param answer description. */
function shaped(shape: string, holds: string, sent: string, answer: string): AnswerCase {
  const operation = teamWorkload.operationOf(shape);
  if (!operation) throw new TypeError(`no shape ${shape}`);
  const requests = oncePerOrder((order) => teamWorkload.requestsOf(shape, order));
  const isStream = operation.stream === 'request';
  return {
    name: shape.replace(':', '-'),
    holds,
    sent,
    expected: answer,
    operation,
    request: (order) => requests(order).request(0),
    ...(isStream ? { stream: (order: ConformOrder) => requests(order).stream?.(0) ?? [] } : {}),
    judge: (came, order) => {
      const { request, judge } = requests(order);
      return judge(request(0), came);
    },
  };
}

const people = [
  { name: 'Åsa 😀', id: lastId, courseCode: 'CS1' },
  { name: '', id: lastId, courseCode: '' },
  { name: 'e\u0301', id: 7, courseCode: 'ä' },
];

/** Required answers of the team workload. */
export const teamAnswers: readonly AnswerCase[] = [
  allocates('allocate', 'allocates the team determined by the id', {}),
  allocates('allocate-next', 'finds another partner for another id', { id: firstId + 1 }),
  allocates('allocate-around', 'starts over after the last waiting student', {
    id: firstId + 12_345,
  }),
  allocates('allocate-first', 'counts backwards for ids below the published one', { id: 1 }),
  allocates('allocate-last', 'accepts the largest id', { id: lastId }),
  allocates('allocate-scripts', 'carries names of all scripts', {
    name: '😀 قهوة',
    courseCode: '',
  }),
  refuses('refuses-no-name', 'refuses an empty name', { name: '' }),
  refuses('refuses-id-zero', 'refuses ids below 1', { id: 0 }),
  refuses('refuses-id-negative', 'refuses ids below 1', { id: -1 }),
  refuses('refuses-id-large', `refuses ids above ${lastId}`, { id: lastId + 1 }),
  enrols(
    'enrol-nobody',
    'accepts an empty list',
    { students: [], remark: '' },
    { students: 0, idSum: 0, characters: 0 },
  ),
  enrols(
    'enrol-few',
    'counts code points, and sums ids beyond 32 bits',
    { students: people, remark: 'x𝄞' },
    { students: 3, idSum: 2 * lastId + 7, characters: 13 },
  ),
  shaped(
    'medium',
    'accepts many students in one request',
    'enrol of a megabyte of JSON',
    'the counts of its content',
  ),
  uploads('upload-empty', 'accepts an empty file', 'empty.bin', new Uint8Array(0)),
  uploads(
    'upload-all-bytes',
    'accepts bytes of all values',
    'ä 😀.bin',
    Uint8Array.from({ length: 769 }, (_, at) => at % 256),
  ),
  shaped(
    'large',
    'accepts a file of 25 MB as one message',
    'upload of the file configured in the workload’s data, 25 MB by default',
    'its size and SHA-256',
  ),
  shaped(
    'large-streamed:1',
    'accepts a stream of one byte',
    'upload-streamed of 1 byte',
    '1 byte and its SHA-256',
  ),
  shaped(
    'large-streamed',
    'accepts a file of 25 MB in parts',
    'upload-streamed of that file, in parts of 65,536 bytes by default',
    'its size and SHA-256',
  ),
];
