import { createHash } from 'node:crypto';
import type { DrawnReport, Report, ReportData } from '../../../contracts/report.ts';
import { html, Markup } from './markup.ts';
import type { ReportRenderer } from './renderer.ts';

/** Hash for the policy, which only allows the page's own script. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A value as JSON for a script element, which cannot end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Parts of a page besides its markup. */
interface PageParts {
  readonly policy: readonly string[];
  readonly style: string;
  readonly scripts: Markup | null;
}

/**
 * The report as one HTML document. Its figures are already drawn, so that it can be read without scripts
 * and printed immediately; data and renderer are included for interactive use.
 * The policy allows the included script, by hash, and loads nothing.
 */
export function assemblePage(
  report: Report,
  data: ReportData,
  drawn: DrawnReport,
  renderer: Pick<ReportRenderer, 'script' | 'style'>,
): string {
  // Text that would end the element early can only be in a string of the script.
  const script = renderer.script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  return writePage(report, drawn, {
    policy: [`script-src ${hashOf(script)}`, 'font-src data:'],
    style: renderer.style,
    scripts: html`<script type="application/json" id="report-data">${new Markup(scriptJson({ report, data }))}</script>
<script>${new Markup(script)}</script>
`,
  });
}

/** Hides controls that need the script. */
const inert = '.save{display:none}.legend button{cursor:default;pointer-events:none}';

/** The same page as a preview within the window: without data, scripts and fonts. */
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
