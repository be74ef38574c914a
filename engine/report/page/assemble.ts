import { createHash } from 'node:crypto';
import type { DrawnReport, Report, ReportData } from '../../../contracts/report.ts';
import { html, Markup } from './markup.ts';
import type { ReportRenderer } from './renderer.ts';

/** The script of the page may be the one that came with it and no other. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A value as text for a script element: nothing in it can end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** What goes with the markup of a page. */
interface PageParts {
  readonly policy: readonly string[];
  readonly style: string;
  readonly scripts: Markup | null;
}

/**
 * The report as one HTML document. Its figures are drawn already, so that it reads without scripts
 * and prints at once; data and renderer lie in it as well, for what a reader wants to do with them.
 * The policy allows the script that comes with it, by hash, and loads nothing.
 */
export function assemblePage(
  report: Report,
  data: ReportData,
  drawn: DrawnReport,
  renderer: Pick<ReportRenderer, 'script' | 'style'>,
): string {
  // What would end the element early can stand in a string of the script only.
  const script = renderer.script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  return writePage(report, drawn, {
    policy: [`script-src ${hashOf(script)}`, 'font-src data:'],
    style: renderer.style,
    scripts: html`<script type="application/json" id="report-data">${new Markup(scriptJson({ report, data }))}</script>
<script>${new Markup(script)}</script>
`,
  });
}

/** What would do nothing without the script is not offered. */
const inert = '.save{display:none}.legend button{cursor:default;pointer-events:none}';

/** The same page to be looked at within the window: without data, scripts and fonts. */
export function assemblePreview(
  report: Report,
  drawn: DrawnReport,
  renderer: Pick<ReportRenderer, 'style'>,
): string {
  const style = renderer.style.replaceAll(/@font-face\s*\{[^}]*\}/g, '') + inert;
  return writePage(report, drawn, { policy: [], style, scripts: null });
}

function writePage(report: Report, drawn: DrawnReport, parts: PageParts): string {
  const policy = [
    "default-src 'none'",
    ...parts.policy,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Wirebench">
<title>${report.title}</title>
<style>${new Markup(drawn.style + parts.style)}</style>
</head>
<body>
<div id="report">${new Markup(drawn.body)}</div>
${parts.scripts}</body>
</html>
`;
  return page.text;
}
