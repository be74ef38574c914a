import type { FigureBlock, Report, ReportBlock, ReportFigure } from '../../contracts/report.ts';

/** A report with other blocks. */
function withBlocks(report: Report, blocks: readonly ReportBlock[]): Report {
  return { ...report, blocks: [...blocks] };
}

/** Moves a block by a number of places; at the ends it stays. */
export function moveBlock(report: Report, id: string, by: -1 | 1): Report {
  const from = report.blocks.findIndex((block) => block.id === id);
  const to = from + by;
  const [moved, other] = [report.blocks[from], report.blocks[to]];
  if (!moved || !other) return report;
  const blocks = [...report.blocks];
  blocks[from] = other;
  blocks[to] = moved;
  return withBlocks(report, blocks);
}

/** Removes a block. */
export function removeBlock(report: Report, id: string): Report {
  return withBlocks(
    report,
    report.blocks.filter((block) => block.id !== id),
  );
}

/** Puts a block in at a place, or at the end; a block that is there already stays as it is. */
export function insertBlock(report: Report, block: ReportBlock, at = Infinity): Report {
  if (report.blocks.some(({ id }) => id === block.id)) return report;
  const before = report.blocks.slice(0, at);
  return withBlocks(report, [...before, block, ...report.blocks.slice(before.length)]);
}

/** Replaces a block by a changed one of the same id. */
export function changeBlock(report: Report, changed: ReportBlock): Report {
  return withBlocks(
    report,
    report.blocks.map((block) => (block.id === changed.id ? changed : block)),
  );
}

/** An empty text block. */
export function textBlock(report: Report): ReportBlock {
  return { kind: 'text', id: freeId(report, 'text'), text: '' };
}

/** A block of a figure, with the caption that writes itself. */
export function figureBlock(report: Report, figure: ReportFigure): FigureBlock {
  return {
    kind: 'figure',
    id: freeId(report, 'figure'),
    figure,
    caption: null,
    width: 'auto',
  };
}

function freeId(report: Report, prefix: string): string {
  const used = new Set(report.blocks.map(({ id }) => id));
  for (let number = report.blocks.length + 1; ; number++) {
    const id = `${prefix}-${number}`;
    if (!used.has(id)) return id;
  }
}

/** The id that a block has in the page. */
export function blockAnchor(id: string): string {
  return `block-${id}`;
}
