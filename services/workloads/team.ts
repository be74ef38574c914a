import { createHash } from 'node:crypto';
import type { ServiceSetup } from '../../contracts/service-messages.ts';
import type { Message, Value } from '../../workloads/description.ts';
import { teamDataSchema } from '../../workloads/team/shapes.ts';
import type { Handler, OpenedWorkload, RequestStreamHandler } from './handlers.ts';
import { InvalidInput } from './refusals.ts';
import { openAllocations } from './team-allocations.ts';

const text = (value: Value | undefined) => (typeof value === 'string' ? value : '');
const bytesOf = (value: Value | undefined) =>
  value instanceof Uint8Array ? value : new Uint8Array(0);

/** Characters (code points) of a text. */
function characters(of: string): number {
  let count = 0;
  for (const _ of of) count++;
  return count;
}

const enrol: Handler = ({ students, remark }) => {
  let [count, idSum, length] = [0, 0, characters(text(remark))];
  for (const student of (students ?? []) as readonly Message[]) {
    count++;
    idSum += Number(student.id);
    length += characters(text(student.name)) + characters(text(student.courseCode));
  }
  if (!Number.isSafeInteger(idSum)) throw new InvalidInput('The ids are too large to be added up');
  return {
    message: 'All students have been enrolled',
    students: count,
    idSum,
    characters: length,
  };
};

const upload: Handler = ({ content }) => {
  const bytes = bytesOf(content);
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
};

const uploadStreamed: RequestStreamHandler = async (chunks) => {
  const sha256 = createHash('sha256');
  let bytes = 0;
  for await (const { content } of chunks) {
    const chunk = bytesOf(content);
    sha256.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: sha256.digest('hex') };
};

/** The team workload; only allocations use a database. */
export async function openTeam(setup: ServiceSetup): Promise<OpenedWorkload> {
  const data = teamDataSchema.parse(setup.data);
  const { allocate, close } = await openAllocations(setup.database, data);
  return {
    handlers: { allocate, enrol, upload, 'upload-streamed': uploadStreamed },
    stop: close,
  };
}
