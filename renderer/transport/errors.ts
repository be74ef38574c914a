import { ORPCError } from '@orpc/client';
import { type ErrorReport, errorReportSchema, toErrorReport } from '../../contracts/errors.ts';
import { EngineUnreachableError, NotAuthorisedError } from './connection.ts';

const connectionWords = /WebSocket is not open|connection|closed|aborted/i;

/** Converts any error of a call to the engine into a message and a stable code. */
export function describeError(error: unknown): ErrorReport {
  if (error instanceof ORPCError) {
    const data = errorReportSchema.safeParse(error.data);
    if (data.success) return data.data;
    return { code: 'INTERNAL', message: error.message };
  }
  if (error instanceof NotAuthorisedError) {
    return {
      code: 'UNAUTHORIZED',
      message: 'The engine does not accept this window.',
      hint: 'Open the address with its token as it was printed at the start.',
    };
  }
  if (error instanceof EngineUnreachableError) {
    return {
      code: 'INTERNAL',
      message: 'The engine cannot be reached.',
      hint: 'Wirebench keeps trying. If this lasts, start it again; no measured data is lost.',
    };
  }
  if (
    error instanceof Error &&
    (error.name === 'AbortError' || connectionWords.test(error.message))
  )
    return {
      code: 'INTERNAL',
      message: 'The connection to the engine was lost before it answered.',
      hint: 'Try again once the connection is back.',
    };
  return toErrorReport(error);
}
