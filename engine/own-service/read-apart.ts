import { fromErrorReport, WirebenchError } from '../../contracts/errors.ts';
import { writeDuration } from '../../contracts/experiment/duration.ts';
import { sourceReportSchema } from '../../contracts/found.ts';
import { askProcess, ReaderEnded, type ReaderLimits } from '../platform/limited-process.ts';
import { type ReadSource, readHere, sourceNamed } from './sources.ts';

/** With the process's own 70 MB less than 200 MB; enough for a text of 20 MB and its result. */
const limits: ReaderLimits = { heapMb: 82, maxMs: 60_000 };

/** Reads in a separate process, which untrusted input may crash. */
export const readApart: ReadSource = (order) => readWithin(order, limits);

/** The same with other limits. */
export async function readWithin(
  order: Parameters<ReadSource>[0],
  within: ReaderLimits,
): ReturnType<ReadSource> {
  const { title, isRequest } = sourceNamed(order.source);
  if (isRequest) return readHere(order);
  const reply = await askProcess('sourceReader', order, within).catch((cause: unknown) => {
    throw cause instanceof ReaderEnded ? endedWhileReading(cause, title, within) : cause;
  });
  const report = sourceReportSchema.parse(reply);
  if (report.type === 'found') return report.services;
  throw fromErrorReport(report.error);
}

/** The error for a process that ended without an answer. @param title of its input. */
export function endedWhileReading(
  cause: ReaderEnded,
  title: string,
  { heapMb, maxMs }: ReaderLimits,
): WirebenchError {
  if (cause.reason === 'fault') {
    const message = `The process that reads ${title} ended: ${cause.message}`;
    return new WirebenchError('INTERNAL', message, { cause });
  }
  const most = cause.reason === 'memory' ? `${heapMb} MB of memory` : writeDuration(maxMs ?? 0);
  return new WirebenchError('SERVICE_INVALID', `${title} takes more than ${most} to read`, {
    cause,
    hint: 'Take what you need out of it.',
  });
}
