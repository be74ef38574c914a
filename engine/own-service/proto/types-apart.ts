import { fromErrorReport } from '../../../contracts/errors.ts';
import {
  fileQuestionSchema,
  type TypesOrder,
  typesReportSchema,
} from '../../../contracts/found.ts';
import { askProcess, ReaderEnded, type ReaderLimits } from '../../platform/limited-process.ts';
import type { NamedFiles } from '../files.ts';
import { endedWhileReading } from '../read-apart.ts';

/** Together with the process's own memory less than 200 MB; enough for 90,000 fields in 25,000 messages. */
export const typesLimits: ReaderLimits = { heapMb: 88, maxMs: 30_000 };

/**
 * Reads the types that an experiment names in a separate process, which untrusted input may crash.
 * Their bytes are read here, so that files kept with a run are found, and read files are kept.
 * @returns the types as JSON.
 * @throws WirebenchError SERVICE_INVALID
 */
export async function typesApart(
  files: Pick<NamedFiles, 'read'>,
  names: readonly string[],
  imports: readonly string[],
  within: ReaderLimits = typesLimits,
): Promise<string> {
  const order: TypesOrder = { names: [...names], imports: [...imports] };
  const answer = (question: unknown) => {
    const { path, maxBytes } = fileQuestionSchema.parse(question);
    return files.read(path, maxBytes ?? undefined);
  };
  const reply = await askProcess('typesReader', order, within, { answer }).catch(
    (cause: unknown) => {
      if (!(cause instanceof ReaderEnded)) throw cause;
      throw endedWhileReading(cause, names.join(', '), within);
    },
  );
  const report = typesReportSchema.parse(reply);
  if (report.type === 'read') return report.types;
  throw fromErrorReport(report.error);
}
