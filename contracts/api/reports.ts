import { z } from 'zod';
import {
  figureChoiceSchema,
  renderedReportSchema,
  reportFigureTypeSchema,
  reportFileSchema,
  reportSchema,
  reportSummarySchema,
  storedReportSchema,
} from '../report.ts';
import { failing } from './base.ts';

const reportId = z.object({ reportId: z.string().min(1).max(100) });
const runIds = z.object({ runIds: z.array(z.string().min(1).max(100)).min(1).max(12) });
const report = z.object({ report: reportSchema });

/** The `reports` part of the engine API. Unknown reports fail with REPORT_NOT_FOUND. */
export const reportsContract = {
  /** Last changed first. */
  list: failing.output(z.array(reportSummarySchema)),
  get: failing.input(reportId).output(storedReportSchema),
  /**
   * An unedited report of runs, not stored. The first run is the baseline. `types` selects its charts and
   * tables; null for the default ones.
   */
  compose: failing
    .input(runIds.extend({ types: z.array(reportFigureTypeSchema).nullable().default(null) }))
    .output(reportSchema),
  /** All charts and tables that runs can fill. */
  choices: failing.input(runIds).output(z.array(figureChoiceSchema)),
  /** Stores a new report (`reportId` null) or an edited one; a removed one is restored. */
  save: failing
    .input(report.extend({ reportId: reportId.shape.reportId.nullable() }))
    .output(storedReportSchema),
  rename: failing
    .input(reportId.extend({ title: reportSchema.shape.title }))
    .output(storedReportSchema),
  /** Returns the removed report, so that it can be saved again. */
  remove: failing.input(reportId).output(storedReportSchema),
  /**
   * The report as one page; fails with REPORT_UNAVAILABLE if its renderer was not built. A `preview` has no
   * data, scripts or fonts: it is for viewing, not for keeping.
   */
  render: failing
    .input(report.extend({ preview: z.boolean().default(false) }))
    .output(renderedReportSchema),
  /** The report as files: pictures, data, captions and the page. */
  folder: failing.input(report).output(z.object({ files: z.array(reportFileSchema) })),
};
