import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { WirebenchError } from '../../contracts/errors.ts';
import { type Report, reportSchema, type StoredReport } from '../../contracts/report.ts';
import { parseStored } from './stored.ts';

interface ReportRow {
  id: string;
  changedAt: string;
  report: string;
}

/** Composed reports; see `contracts/report.ts`. */
export function reportStatements(database: Database, now: () => Date) {
  const list = database.prepare<[], ReportRow>(
    'SELECT id, changed_at AS changedAt, report FROM reports ORDER BY changed_at DESC, id',
  );
  const find = database.prepare<[string], ReportRow>(
    'SELECT id, changed_at AS changedAt, report FROM reports WHERE id = ?',
  );
  const save = database.prepare<[string, string, string]>(`
    INSERT INTO reports (id, changed_at, report) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET changed_at = excluded.changed_at, report = excluded.report`);
  const remove = database.prepare<[string]>('DELETE FROM reports WHERE id = ?');

  const report = (reportId: string): StoredReport => {
    const row = find.get(reportId);
    if (row === undefined) throw notFound(reportId);
    return read(row);
  };
  return {
    listReports: (): StoredReport[] => list.all().map(read),
    report,
    saveReport: (reportId: string | null, content: Report): StoredReport => {
      const stored = {
        id: reportId ?? randomUUID(),
        changedAt: now().toISOString(),
        report: content,
      };
      save.run(stored.id, stored.changedAt, JSON.stringify(content));
      return stored;
    },
    removeReport: (reportId: string): StoredReport => {
      const stored = report(reportId);
      remove.run(reportId);
      return stored;
    },
  };
}

function read(row: ReportRow): StoredReport {
  return { ...row, report: parseStored(reportSchema, row.report, `report ${row.id}`) };
}

function notFound(reportId: string): WirebenchError {
  return new WirebenchError('REPORT_NOT_FOUND', `No report has the id ${reportId}`);
}
