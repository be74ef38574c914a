import { toErrorReport } from '../../../contracts/errors.ts';
import { type FileQuestion, type TypesReport, typesOrderSchema } from '../../../contracts/found.ts';
import { answerOnce, askParent } from '../../platform/limited-process.ts';
import { readProtoFiles } from './proto-files.ts';

/** The files of the experiment, provided by the parent: in a folder, or kept with a run. */
const asked = {
  async read(path: string, maxBytes?: number): Promise<Buffer | null> {
    const question: FileQuestion = { path, maxBytes: maxBytes ?? null };
    const bytes = await askParent(question);
    return bytes instanceof Uint8Array
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      : null;
  },
};

/** Process entry: reads the types that one experiment names. */
async function read(order: unknown): Promise<TypesReport> {
  const { names, imports } = typesOrderSchema.parse(order);
  const { root } = await readProtoFiles(asked, names, imports);
  return { type: 'read', types: JSON.stringify(root.toJSON()) };
}

answerOnce((order) =>
  read(order).catch(
    (error: unknown): TypesReport => ({ type: 'failed', error: toErrorReport(error) }),
  ),
);
