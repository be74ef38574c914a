import type { ServiceSetup } from '../../contracts/service-messages.ts';
import type { Message } from '../../workloads/description.ts';
import { waitingStudents } from '../../workloads/team/data.ts';
import { lastId } from '../../workloads/team/messages.ts';
import type { TeamData } from '../../workloads/team/shapes.ts';
import type { Database, Row, Table } from './database/database.ts';
import { openTables } from './database/open.ts';
import type { Handler } from './handlers.ts';
import { InvalidInput } from './refusals.ts';

interface Allocations {
  readonly allocate: Handler;
  close(): Promise<void>;
}

/** Difference between a student's id and the id of the student's group. */
const groupOffset = 765_736;
/** The id of the student who is paired with the first waiting one. */
const firstId = 113_517;

/** Finds a partner among the waiting students, always the same for the same student. */
function allocateAmong(waiting: readonly Row[], request: Message): Message {
  const id = Number(request.id);
  const place = (((id - firstId) % waiting.length) + waiting.length) % waiting.length;
  const partner = waiting[place];
  return {
    message: 'You have been successfully allocated a team',
    teamDetails: {
      member1: request.name ?? '',
      member2: partner?.name ?? '',
      member1id: id,
      member2id: partner?.id ?? 0,
      courseCode: request.courseCode ?? '',
      groupId: id + groupOffset,
    },
  };
}

/** @throws InvalidInput if the student is invalid. */
function check({ id, name }: Message): void {
  if (name === '') throw new InvalidInput('Please provide the name.');
  if (typeof id !== 'number' || id < 1 || id > lastId) {
    throw new InvalidInput(`An id is a number from 1 to ${lastId}.`);
  }
}

function tablesOf({ rowsRead, rowsHeld }: TeamData): readonly Table[] {
  return [
    {
      name: 'waiting',
      columns: { id: 'integer', name: 'text' },
      unique: [],
      rows: () => waitingStudents(rowsRead).map(({ id, name }) => ({ id, name })),
    },
    {
      name: 'allocations',
      columns: {
        id: 'integer',
        student: 'integer',
        partner: 'integer',
        courseCode: 'text',
        groupId: 'integer',
      },
      unique: [],
      rows: () => earlierAllocations(rowsHeld),
    },
  ];
}

function* earlierAllocations(rows: number): Generator<Row> {
  for (let id = 1; id <= rows; id++) {
    const student = 200_000 + id;
    const groupId = student + groupOffset;
    yield { id, student, partner: 500_000 + id, courseCode: 'CS31245', groupId };
  }
}

function allocateIn(database: Database, rowsHeld: number): Handler {
  let last = rowsHeld;
  return async (request) => {
    check(request);
    const waiting = await database.all('waiting', { column: 'id', descending: false });
    const answer = allocateAmong(waiting, request);
    const { member1id, member2id, courseCode, groupId } = answer.teamDetails as Row;
    const made = { student: member1id, partner: member2id, courseCode, groupId } as Row;
    last++;
    await database.insert('allocations', [{ id: last, ...made }]);
    return answer;
  };
}

/**
 * Allocates teams. With a database each request reads the table of waiting students and inserts a row into
 * the table of allocations; without one it does neither.
 */
export async function openAllocations(
  where: ServiceSetup['database'],
  data: TeamData,
): Promise<Allocations> {
  if (where.kind === 'none') {
    const waiting = waitingStudents(data.rowsRead).map(({ id, name }) => ({ id, name }));
    const allocate: Handler = (request) => {
      check(request);
      return allocateAmong(waiting, request);
    };
    return { allocate, close: async () => undefined };
  }
  const database = await openTables(where, tablesOf(data));
  return { allocate: allocateIn(database, data.rowsHeld), close: () => database.close() };
}
