import { ORPCError } from '@orpc/server';
import { toErrorReport } from '../../contracts/errors.ts';

/** Anything thrown as the error that the contract promises: `FAILED` with an error report as its data. */
export function apiFailure(error: unknown): ORPCError<string, unknown> {
  if (error instanceof ORPCError) return error;
  const report = toErrorReport(error);
  return new ORPCError('FAILED', {
    defined: true,
    message: report.message,
    data: report,
    cause: error,
  });
}
