import { protocolsWhere } from '../../contracts/protocols.ts';
import type { MessageType, OperationDescription, WorkloadDescription } from '../description.ts';

/** Groups of larger ids would not be 32-bit numbers. */
export const lastId = 2_000_000_000;

/** A student who asks for a team. */
export const student: MessageType = {
  kind: 'message',
  name: 'Student',
  fields: [
    { name: 'name', number: 1, type: 'string' },
    { name: 'id', number: 2, type: 'int32' },
    { name: 'courseCode', number: 3, type: 'string' },
  ],
};

const teamDetails: MessageType = {
  kind: 'message',
  name: 'TeamDetails',
  fields: [
    { name: 'member1', number: 1, type: 'string' },
    { name: 'member2', number: 2, type: 'string' },
    { name: 'member1id', number: 3, type: 'int32' },
    { name: 'member2id', number: 4, type: 'int32' },
    { name: 'courseCode', number: 5, type: 'string' },
    { name: 'groupId', number: 6, type: 'int32' },
  ],
};

const allocation: MessageType = {
  kind: 'message',
  name: 'Allocation',
  fields: [
    { name: 'message', number: 1, type: 'string' },
    { name: 'teamDetails', number: 2, type: teamDetails },
  ],
};

/** Many students in one message; the remark pads it to the requested size. */
export const enrolment: MessageType = {
  kind: 'message',
  name: 'Enrolment',
  fields: [
    { name: 'students', number: 1, type: student, repeated: true },
    { name: 'remark', number: 2, type: 'string' },
  ],
};

const enrolmentReceipt: MessageType = {
  kind: 'message',
  name: 'EnrolmentReceipt',
  fields: [
    { name: 'message', number: 1, type: 'string' },
    { name: 'students', number: 2, type: 'int32' },
    /** Sum of the students' ids. */
    { name: 'idSum', number: 3, type: 'int64' },
    /** Characters (code points) of all names, course codes and the remark. */
    { name: 'characters', number: 4, type: 'int64' },
  ],
};

const file: MessageType = {
  kind: 'message',
  name: 'File',
  fields: [
    { name: 'name', number: 1, type: 'string' },
    { name: 'content', number: 2, type: 'bytes' },
  ],
};

/** Part of a file; all of them in their order are the file. */
const fileChunk: MessageType = {
  kind: 'message',
  name: 'FileChunk',
  fields: [{ name: 'content', number: 1, type: 'bytes' }],
};

const fileReceipt: MessageType = {
  kind: 'message',
  name: 'FileReceipt',
  fields: [
    { name: 'bytes', number: 1, type: 'int64' },
    /** 64 hexadecimal digits, small letters. */
    { name: 'sha256', number: 2, type: 'string' },
  ],
};

export const teamOperations = {
  allocate: {
    name: 'allocate',
    accepts: { name: { minLength: 1 }, id: { minimum: 1, maximum: lastId } },
    refusals: ['pool'],
    method: 'Allocate',
    field: 'allocate',
    doc: 'Allocates a team to a student. With a database it reads the students who wait and records the team.',
    request: student,
    response: allocation,
    stream: 'none',
    http: { method: 'POST', path: '/teams/allocations', query: [] },
    changes: true,
  },
  enrol: {
    name: 'enrol',
    method: 'Enrol',
    field: 'enrol',
    doc: 'Takes in many students at once and answers with what it counted.',
    request: enrolment,
    response: enrolmentReceipt,
    stream: 'none',
    http: { method: 'POST', path: '/teams/enrolments', query: [] },
    changes: true,
  },
  upload: {
    name: 'upload',
    method: 'Upload',
    field: 'upload',
    doc: 'Takes a file as one message and answers with its size and SHA-256.',
    request: file,
    response: fileReceipt,
    stream: 'none',
    http: { method: 'POST', path: '/teams/files', query: [] },
    changes: true,
    notIn: protocolsWhere(({ files }) => files === 'none'),
  },
  'upload-streamed': {
    name: 'upload-streamed',
    method: 'UploadStreamed',
    field: 'uploadStreamed',
    doc: 'Takes a file in parts as they come and answers with its size and SHA-256.',
    request: fileChunk,
    response: fileReceipt,
    stream: 'request',
    http: { method: 'POST', path: '/teams/files/streamed', query: [] },
    changes: true,
    notIn: protocolsWhere(({ files }) => files !== 'in-parts'),
  },
} as const satisfies Record<string, OperationDescription>;
export type TeamOperation = keyof typeof teamOperations;

export const teamDescription = {
  name: 'team',
  doc: 'Students who are allocated to teams: a short message, a list of a megabyte, and a file, whole or streamed.',
  package: 'wirebench.team.v1',
  service: 'TeamService',
  operations: teamOperations,
} as const satisfies WorkloadDescription;
