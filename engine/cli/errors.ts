import { ORPCError } from '@orpc/client';
import { type ErrorReport, errorReportSchema, toErrorReport } from '../../contracts/errors.ts';

/** What went wrong, from whatever was thrown: the engine's answers carry their report as data. */
export function reportOf(error: unknown): ErrorReport {
  if (error instanceof ORPCError) {
    const report = errorReportSchema.safeParse(error.data);
    if (report.success) return report.data;
  }
  return toErrorReport(error);
}

/** An error as people read it on stderr: what happened, its code, and what can be done. */
export function describeReport({ code, message, hint }: ErrorReport): string {
  return `wirebench: ${message} (${code})${hint ? `\n${hint}` : ''}\n`;
}
