/**
 * The report's style sheet: light and dark by the reader's preference, light on paper. The
 * protocols' colours can be told apart by colour-blind readers (Okabe and Ito's palette).
 */
export const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #fff; --line: #d0d7de;
  --panel: #f6f8fa; --warn: #9a3b00; --rest: #0072b2; --soap: #d55e00; --grpc: #009e73; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4af; --paper: #0f1318;
  --line: #30363d; --panel: #171c22; --warn: #f0a35e; --rest: #56b4e9; --soap: #f28e4b; --grpc: #3fc79a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 32px 24px 64px; background: var(--paper);
  color: var(--ink); font: 14px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 36px 0 8px; font-size: 17px; }
p { margin: 4px 0; } small, .soft { color: var(--soft); }
ul.notes { margin: 16px 0 0; padding: 10px 14px 10px 30px; border-left: 3px solid var(--warn);
  background: var(--panel); color: var(--warn); }
.legend { display: flex; gap: 18px; margin: 0 0 6px; }
.key { display: inline-block; width: 10px; height: 10px; margin-right: 6px; border-radius: 2px; }
.key.rest { background: var(--rest); } .key.soap { background: var(--soap); }
.key.grpc { background: var(--grpc); }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(440px, 100%), 1fr)); gap: 16px; }
figure { margin: 0; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px;
  break-inside: avoid; }
figcaption { margin-bottom: 4px; font-weight: 600; } svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--ink); font-size: 11px; } svg .tick, svg .unit { fill: var(--soft); }
svg .tick { text-anchor: end; } svg .group, svg .value { text-anchor: middle; }
svg .grid { stroke: var(--line); } svg .axis { stroke: var(--soft); }
rect.rest { fill: var(--rest); } rect.soap { fill: var(--soap); } rect.grpc { fill: var(--grpc); }
rect.doubtful { fill-opacity: 0.45; stroke: var(--ink); stroke-dasharray: 3 2; }
.line { fill: none; stroke-width: 1.5; } .line.rest { stroke: var(--rest); }
.line.soap { stroke: var(--soap); stroke-dasharray: 7 3; }
.line.grpc { stroke: var(--grpc); stroke-dasharray: 2 2; }
.law { fill: none; stroke-width: 0.75; stroke-dasharray: 1 3; } .drop { stroke-dasharray: 2 4; }
.law.rest, .drop.rest { stroke: var(--rest); } .law.soap, .drop.soap { stroke: var(--soap); }
.law.grpc, .drop.grpc { stroke: var(--grpc); } svg .end { text-anchor: end; }
.point { stroke: var(--paper); stroke-width: 1.5; } circle.rest { fill: var(--rest); }
circle.soap { fill: var(--soap); } circle.grpc { fill: var(--grpc); }
.table { overflow-x: auto; margin: 10px 0; } table { border-collapse: collapse; width: 100%; }
caption { padding: 4px 0; color: var(--soft); text-align: left; }
th, td { padding: 4px 5px; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; } th { font-weight: 600; } tr { break-inside: avoid; }
.interval { display: block; } .figures { text-align: right; } td.figures { white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 18px; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
pre { overflow-x: auto; margin: 0; padding: 12px; border-radius: 6px; background: var(--panel);
  font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --line: #bbb;
  --panel: #f4f4f4; --warn: #7a2f00; --rest: #0072b2; --soap: #d55e00; --grpc: #009e73; }
  body { max-width: none; padding: 0; font-size: 10px; } .table { overflow: visible; }
  th, td { padding: 2px 3px; } @page { size: A4 landscape; margin: 12mm; } h2 { break-after: avoid; }
  rect, .key { print-color-adjust: exact; } }
`;
