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

/** The `reports` part of the engine API. Reports that are not there fail with REPORT_NOT_FOUND. */
export const reportsContract = {
  /** Last changed first. */
  list: failing.output(z.array(reportSummarySchema)),
  get: failing.input(reportId).output(storedReportSchema),
  /**
   * A report of runs as nobody has changed it yet; it is not stored. The first run is the baseline.
   * `types` names the figures it is to have; null for the usual ones.
   */
  compose: failing
    .input(runIds.extend({ types: z.array(reportFigureTypeSchema).nullable().default(null) }))
    .output(reportSchema),
  /** Every figure that runs have to offer. */
  choices: failing.input(runIds).output(z.array(figureChoiceSchema)),
  /** Stores a new report (`reportId` null) or what became of one; a removed one comes back. */
  save: failing
    .input(report.extend({ reportId: reportId.shape.reportId.nullable() }))
    .output(storedReportSchema),
  rename: failing
    .input(reportId.extend({ title: reportSchema.shape.title }))
    .output(storedReportSchema),
  /** Gives back what was removed, so that it can be saved again. */
  remove: failing.input(reportId).output(storedReportSchema),
  /**
   * The report as one page; fails with REPORT_UNAVAILABLE where its renderer was not built. A
   * `preview` comes without data, scripts and fonts: it is to be looked at, not kept.
   */
  render: failing
    .input(report.extend({ preview: z.boolean().default(false) }))
    .output(renderedReportSchema),
  /** The report as files: pictures, figures, captions and the page. */
  folder: failing.input(report).output(z.object({ files: z.array(reportFileSchema) })),
};
