import { metricFacts } from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { Environment, ResultDocument } from '../../../contracts/result.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import { columnPanels, untrustedCells } from './chart-data.ts';
import { columnChart } from './column-chart.ts';
import { type Curve, curveChart } from './curve-chart.ts';
import { bytes, moment, whole } from './format.ts';
import { html, Markup } from './markup.ts';
import { roundsTable } from './rounds-table.ts';
import { saturationReport } from './saturation.ts';
import { clientTaxTable } from './saturation-tables.ts';
import { style } from './style.ts';
import {
  cellsTable,
  comparisonsTable,
  errorsTable,
  missedThresholdsTable,
  trialsTable,
} from './tables.ts';

/**
 * The run as one page that needs nothing else: no script, no fonts, no pictures from elsewhere.
 * @param curves latency by percentile, drawn when given.
 */
export function toHtml(document: ResultDocument, curves: readonly Curve[] = []): string {
  const { run } = document;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${run.name}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1>${run.name}</h1>
<p class="soft">${run.status} · ${moment(run.startedAt)}${run.endedAt === null ? '' : ` to ${moment(run.endedAt)}`} · run ${run.id}</p>
${noteList(document)}
</header>
<main>
${document.trials.length === 0 ? html`<p>No trial of this run has ended, so there are no figures.</p>` : figures(document, curves)}
${section('Environment', environmentList(run.environment))}
${section('Experiment', html`<pre>${run.experiment}</pre>`)}
</main>
<footer><p class="soft">Wirebench ${run.environment.wirebench}</p></footer>
</body>
</html>
`;
  return page.text;
}

function figures(document: ResultDocument, curves: readonly Curve[]): Markup {
  const saturation = saturationReport(document);
  const { latencyTitle } = workWords[workOfTrials(document.trials)];
  return html`${charts(document)}
${section('Saturation', saturation === null ? null : html`${legend(document)}${saturation}`)}
${section('Client tax', clientTaxTable(document))}
${section('Comparison', comparisonsTable(document))}
${section('Cells', cellsTable(document))}
${curves.length > 0 ? section(`${latencyTitle} by percentile`, html`${legend(document)}${curveChart(curves, latencyTitle)}`) : null}
${section('Thresholds', missedThresholdsTable(document))}
${section('Errors', errorsTable(document))}
${section('Trials', trialsTable(document))}
${section('Rounds', roundsTable(document))}`;
}

function section(title: string, content: Markup | null): Markup | null {
  if (content === null) return null;
  return html`<section>
<h2>${title}</h2>
${content}
</section>
`;
}

function charts(document: ResultDocument): Markup | null {
  if (document.analysis.cells.length === 0) return null;
  const panels = (what: string, unit: string, figure: Parameters<typeof columnPanels>[1]) =>
    section(
      what,
      html`${legend(document)}<div class="charts">${columnPanels(document, figure).map((panel) => columnChart(panel, what, unit))}</div>`,
    );
  const counts = workOfTrials(document.trials);
  const { many, theLatency } = workWords[counts];
  return html`${panels('Throughput', `successful ${many} per second`, (cell) => cell.throughputRps)}
${panels(metricFacts[counts].mean.title, 'ms', (cell) => cell.meanMs)}
${panels(`95th percentile of ${theLatency}`, 'ms', (cell) => cell.p95Ms)}`;
}

function legend({ analysis }: ResultDocument): Markup {
  const shown = [...analysis.cells, ...analysis.saturation];
  const used = new Set(shown.map((one) => one.cell.protocol));
  return html`<p class="legend">${[...used].map((protocol) => html`<span><span class="key ${protocol}"></span>${protocol}</span>`)}</p>
`;
}

/** What a reader has to know before believing any number below. */
function noteList(document: ResultDocument): Markup | null {
  const { run, trials } = document;
  const notes = [...run.warnings];
  const { one } = workWords[workOfTrials(trials)];
  if (run.status !== 'completed') {
    notes.push(
      `Status of this run: ${run.status}. ${whole(trials.length)} of ${whole(run.plannedTrials)} planned trials have ended.`,
    );
  }
  for (const cell of run.badCells) notes.push(`A trial failed: ${cell}`);
  if (!run.thresholdsPassed) notes.push('Not every threshold was met.');
  const doubtful = untrustedCells(document);
  if (doubtful.size > 0) {
    notes.push(
      `† The load generator may have been the limit, not the target, in: ${[...doubtful].join(', ')}`,
    );
  }
  for (const cell of cellsWithoutAnswer(document)) notes.push(`No ${one} succeeded: ${cell}`);
  if (notes.length === 0) return null;
  return html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`;
}

function cellsWithoutAnswer({ analysis }: ResultDocument): string[] {
  return analysis.cells.filter((one) => one.errorShare === 1).map((one) => describeCell(one.cell));
}

function environmentList(environment: Environment): Markup {
  const libraries = Object.entries(environment.libraries).map((entry) => entry.join(' '));
  const facts: [string, string][] = [
    [
      'Machine',
      `${environment.cpu}, ${environment.cores} cores, ${bytes(environment.memoryBytes)}`,
    ],
    ['System', `${environment.os} (${environment.arch})`],
    ['Node', environment.node],
    ['Libraries', libraries.join(', ')],
  ];
  return html`<dl>${facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
