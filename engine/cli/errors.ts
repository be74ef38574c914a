import { ORPCError } from '@orpc/client';
import { type ErrorReport, errorReportSchema, toErrorReport } from '../../contracts/errors.ts';

/** The error report of anything thrown: the engine's answers carry it as data. */
export function reportOf(error: unknown): ErrorReport {
  if (error instanceof ORPCError) {
    const report = errorReportSchema.safeParse(error.data);
    if (report.success) return report.data;
  }
  return toErrorReport(error);
}

/** An error as printed to stderr: message, code and hint. */
export function describeReport({ code, message, hint }: ErrorReport): string {
  return `wirebench: ${message} (${code})${hint ? `\n${hint}` : ''}\n`;
}
