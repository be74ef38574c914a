import { toErrorReport } from '../../contracts/errors.ts';
import { type SourceReport, sourceOrderSchema } from '../../contracts/found.ts';
import { answerOnce } from '../platform/limited-process.ts';
import { readHere } from './sources.ts';

/** Process entry: reads one description of a service, or several of one kind. */
async function read(order: unknown): Promise<SourceReport> {
  return { type: 'found', services: await readHere(sourceOrderSchema.parse(order)) };
}

answerOnce((order) =>
  read(order).catch(
    (error: unknown): SourceReport => ({ type: 'failed', error: toErrorReport(error) }),
  ),
);
