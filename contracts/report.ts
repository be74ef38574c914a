import { z } from 'zod';
import { compareLimits, comparisonReportSchema } from './compare.ts';
import { heatMapSchema } from './heat-map.ts';
import { publishedComparisonSchema } from './published.ts';
import { resultDocumentSchema, variedMetricSchema, whiskerRuleSchema } from './result.ts';
import { gainMetricSchema, gainPartSchema } from './size-gain.ts';
import {
  factorNameSchema,
  statisticsMetricSchema,
  statisticsSchema,
  studyChoiceSchema,
  studyResultSchema,
} from './statistics.ts';

/**
 * A report: charts and tables of stored runs, and text, in an order chosen by a person. It contains no data
 * itself; they are read from the runs when it is drawn.
 */
export const reportFormat = 'wirebench-report/1';

const runId = z.string().min(1).max(100);

/** Metric of a column chart in a report. */
export const reportMetricSchema = z.enum(['throughput', 'mean', 'p95']);
export type ReportMetric = z.infer<typeof reportMetricSchema>;

/** One row of a study's procedure. */
const reportedStudySchema = studyChoiceSchema
  .omit({ runId: true })
  .extend({ name: z.string().max(300) });
export type ReportedStudy = z.infer<typeof reportedStudySchema>;

const splitChoice = {
  a: factorNameSchema,
  b: factorNameSchema,
  /** Common levels of the cells; see `gridPlace`. */
  place: z.string().max(300),
  metric: variedMetricSchema,
};

/** A chart or table, with the part of a run, or of several, that it covers. */
const reportFigureSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('columns'),
    runId,
    shape: z.string().max(100),
    metric: reportMetricSchema,
  }),
  z.object({
    type: z.literal('percentiles'),
    runId,
    shape: z.string().max(100),
    /** Users or arrivals per second; null if the load sets its own levels. */
    level: z.number().nullable(),
    /** Whether the latency axis is logarithmic. */
    log: z.boolean(),
  }),
  z.object({
    type: z.literal('saturation'),
    runId,
    shape: z.string().max(100),
    repetition: z.number().int().min(1),
  }),
  /** Crossings of curves over load. */
  z.object({ type: z.literal('crossovers'), runId }),
  /** How the variance of a metric is split between two factors, and the means of their cells. */
  z.object({ type: z.literal('two-way'), runId, ...splitChoice }),
  z.object({ type: z.literal('cell-means'), runId, ...splitChoice }),
  z.object({ type: z.literal('client-tax'), runId }),
  /** The requests of mixes and the steps of flows. */
  z.object({ type: z.literal('parts'), runId }),
  /** Shares of several machines. */
  z.object({ type: z.literal('machines'), runId }),
  /** Shares of several places' machines. */
  z.object({ type: z.literal('places'), runId }),
  /** Metrics of watched machines. */
  z.object({ type: z.literal('watched'), runId }),
  /** Box plots of the iterations of use cases. */
  z.object({
    type: z.literal('use-cases'),
    runId,
    whiskers: whiskerRuleSchema,
    outliers: z.boolean(),
  }),
  z.object({ type: z.literal('use-case-medians'), runId }),
  z.object({ type: z.literal('tls'), runId }),
  z.object({ type: z.literal('energy'), runId }),
  /** Message bytes of the cells of one shape. */
  z.object({
    type: z.literal('sizes'),
    runId,
    /** The shape, with the levels of the factors that change its messages. */
    what: z.string().max(200),
  }),
  /** Gain of protocols over one of them, by message bytes: a point per operation. */
  z.object({
    type: z.literal('size-gain'),
    runId,
    /** The protocol to compare the others with. */
    against: z.string().min(1).max(100),
    metric: gainMetricSchema,
    part: gainPartSchema,
    /** Common levels of the cells; see `loadOfCell`. */
    load: z.string().max(300),
  }),
  z.object({ type: z.literal('heat-map'), runId, trialId: z.string().max(100) }),
  z.object({ type: z.literal('rounds'), runId, trialId: z.string().max(100) }),
  z.object({ type: z.literal('trials'), runId }),
  /** Cells of one run against their baselines in it. */
  z.object({ type: z.literal('comparisons'), runId }),
  /** What both sides of its comparisons did. */
  z.object({ type: z.literal('same-work'), runId }),
  /** Cells of some runs against the same cells of a baseline, with intervals. */
  z.object({
    type: z.literal('intervals'),
    baselineId: runId,
    otherIds: z.array(runId).min(1).max(compareLimits.runs),
    metric: reportMetricSchema,
  }),
  /** Cells common to two runs, the second against the first: a chart. */
  z.object({ type: z.literal('ratios'), baselineId: runId, runId, metric: reportMetricSchema }),
  /** The same as a table. */
  z.object({ type: z.literal('run-comparison'), baselineId: runId, runId }),
  /** Cells of one run that differ in one factor, with intervals over the repetitions. */
  z.object({
    type: z.literal('statistics'),
    runId,
    factor: factorNameSchema,
    against: z.string().min(1).max(100),
    metric: statisticsMetricSchema,
  }),
  /** Even against odd repetitions of each cell of one run. */
  z.object({ type: z.literal('aa-check'), runId, metric: statisticsMetricSchema }),
  /** The distributions of the two samples of one row of a study's procedure. */
  z.object({ type: z.literal('ecdf'), runId, study: reportedStudySchema }),
  /** The resampled differences of one row of a study's energy procedure. */
  z.object({ type: z.literal('bootstrap'), runId, study: reportedStudySchema }),
  /** The columns of one metric of a published table next to the study's values. */
  z.object({
    type: z.literal('published'),
    runId,
    /** Id of the table, and key of its metric. */
    table: z.string().min(1).max(100),
    metric: z.string().min(1).max(100),
  }),
  /** A published table in its study's form, with ours next to each value. */
  z.object({ type: z.literal('published-table'), runId, table: z.string().min(1).max(100) }),
  z.object({ type: z.literal('environment'), runIds: z.array(runId).min(1).max(12) }),
  z.object({ type: z.literal('experiment'), runId }),
]);
export type ReportFigure = z.infer<typeof reportFigureSchema>;
export type ReportFigureType = ReportFigure['type'];

/** The runs of a chart or table; for comparisons, the baseline first. */
export function runsOfFigure(figure: ReportFigure): readonly string[] {
  if (figure.type === 'environment') return figure.runIds;
  if (figure.type === 'intervals') return [figure.baselineId, ...figure.otherIds];
  return 'baselineId' in figure ? [figure.baselineId, figure.runId] : [figure.runId];
}

/** Key of an interval chart: its runs, the baseline first; charts of several metrics share it. */
export function comparisonKey(
  figure: Pick<Extract<ReportFigure, { type: 'intervals' }>, 'baselineId' | 'otherIds'>,
): string {
  return [figure.baselineId, ...figure.otherIds].join(' ');
}

/** Key of the data of a statistics chart or table. */
export function statisticsKey(
  figure: Extract<ReportFigure, { type: 'statistics' | 'aa-check' | 'ecdf' | 'bootstrap' }>,
): string {
  const { type, ...rest } = figure;
  const study = type === 'ecdf' || type === 'bootstrap';
  return JSON.stringify(study ? { ...rest, type: 'study' } : rest);
}

/** The comparison within the run that provides the points of a gain chart. */
export function gainStatistics({
  runId,
  against,
  metric,
}: Extract<ReportFigure, { type: 'size-gain' }>): Extract<ReportFigure, { type: 'statistics' }> {
  return { type: 'statistics', runId, factor: 'protocol', against, metric };
}

export const reportFigureTypeSchema = z.enum(
  reportFigureSchema.options.map(({ shape }) => shape.type.value),
);

/** `column` is 84 mm, `page` 178 mm wide, as in journals with two columns; `auto` depends on the content. */
const figureWidthSchema = z.enum(['auto', 'column', 'page']);
export type FigureWidth = z.infer<typeof figureWidthSchema>;

const reportBlockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    id: z.string().min(1).max(64),
    /**
     * Paragraphs, `# headings`, `- lists`, `**strong**`, `*emphasis*` and code between backquotes; nothing
     * else is interpreted.
     */
    text: z.string().max(20_000),
  }),
  z.object({
    kind: z.literal('figure'),
    id: z.string().min(1).max(64),
    figure: reportFigureSchema,
    /** Null generates it from the content. */
    caption: z.string().max(2000).nullable(),
    width: figureWidthSchema,
  }),
]);
export type ReportBlock = z.infer<typeof reportBlockSchema>;
export type FigureBlock = Extract<ReportBlock, { kind: 'figure' }>;

export const reportSchema = z.object({
  format: z.literal(reportFormat),
  title: z.string().trim().min(1).max(200),
  subtitle: z.string().max(300),
  authors: z.string().max(300),
  /** Its runs; the first is the baseline of comparisons. */
  runIds: z.array(runId).min(1).max(12),
  blocks: z.array(reportBlockSchema).max(200),
});
export type Report = z.infer<typeof reportSchema>;

/** A report as the store keeps it. */
export const storedReportSchema = z.object({
  id: z.string(),
  changedAt: z.string(),
  report: reportSchema,
});
export type StoredReport = z.infer<typeof storedReportSchema>;

/** A row of the list of reports. */
export const reportSummarySchema = z.object({
  id: z.string(),
  changedAt: z.string(),
  title: z.string(),
  /** Current names of its runs; a deleted run has none. */
  runs: z.array(z.string()),
  figures: z.number().int(),
});
export type ReportSummary = z.infer<typeof reportSummarySchema>;

/** `share` of the requests (0–1) took at most `ms`. */
const curvePoint = z.object({ share: z.number(), ms: z.number() });

/** The latency curve of the repetitions of a cell, `trials` of them with `count` requests. */
const reportCurveSchema = z.object({
  trials: z.number().int(),
  count: z.number().int(),
  curve: z.array(curvePoint),
  serviceCurve: z.array(curvePoint).nullable(),
});
export type ReportCurve = z.infer<typeof reportCurveSchema>;

/** All data that the charts and tables of a report are drawn from. Deleted runs are left out. */
export const reportDataSchema = z.object({
  runs: z.array(resultDocumentSchema),
  /** Ids of runs whose trials went through several levels of load; only charts of rounds use their rounds. */
  throughLevels: z.array(z.string()),
  /** By the id of the first of their trials. */
  curves: z.record(z.string(), reportCurveSchema),
  heatMaps: z.record(z.string(), heatMapSchema),
  /** By {@link comparisonKey}. */
  comparisons: z.record(z.string(), comparisonReportSchema),
  /** By {@link statisticsKey}. */
  statistics: z.record(z.string(), statisticsSchema),
  studies: z.record(z.string(), studyResultSchema),
  /** By the id of the run; only tables in use. */
  published: z.record(z.string(), publishedComparisonSchema),
});
export type ReportData = z.infer<typeof reportDataSchema>;

/** A chart or table that runs can fill. */
export const figureChoiceSchema = z.object({
  figure: reportFigureSchema,
  /** Name in a menu, such as `Throughput, small`. */
  label: z.string(),
  /** Its group: the name of the run, or `Comparison`. */
  group: z.string(),
  /** Whether a report has it by default. */
  usual: z.boolean(),
});
export type FigureChoice = z.infer<typeof figureChoiceSchema>;

/** Output of the renderer without a window: see `renderer/report/node.tsx`. */
export interface DrawnReport {
  /** Markup of the page's body. */
  readonly body: string;
  /** Rules that precede the page's style: its colours. */
  readonly style: string;
  readonly figures: readonly DrawnFigure[];
}

export interface DrawnFigure {
  readonly blockId: string;
  /** Such as `figure-01-throughput-small` or `table-02-trials`. */
  readonly stem: string;
  /** `Figure 1` or `Table 2`. */
  readonly label: string;
  readonly caption: string;
  /** A standalone SVG document; null for tables and text. */
  readonly svg: string | null;
  readonly csv: string | null;
  /** Plain text, such as an experiment file, and its file ending. */
  readonly text: { readonly content: string; readonly extension: string } | null;
}

/** A file of an exported report. */
export const reportFileSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  text: z.string(),
  /** Of a picture. */
  caption: z.string().optional(),
});
export type ReportFile = z.infer<typeof reportFileSchema>;

/** A report as a page, with the names of its charts and tables there. */
export const renderedReportSchema = z.object({
  /** One self-contained HTML document. */
  html: z.string(),
  figures: z.array(z.object({ blockId: z.string(), label: z.string(), caption: z.string() })),
});
export type RenderedReport = z.infer<typeof renderedReportSchema>;
