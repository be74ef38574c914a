import type { FigureBlock, Report, ReportBlock, ReportData } from '../../contracts/report.ts';
import { threeLines } from './caption.ts';
import { whyMissing } from './figures/missing.ts';
import { figureModel } from './figures/model.ts';
import { type FigureModel, widthOf } from './model.ts';

/** A figure of a report with its number. */
export interface NumberedFigure {
  readonly block: FigureBlock;
  /** Null if its data is missing. */
  readonly model: FigureModel | null;
  /** Why it has no model, in a sentence; empty if it has one. */
  readonly missing: string;
  /** `Figure 3`, `Table 1`, `Listing 1`. */
  readonly label: string;
  /** `figure-03-throughput-small`. */
  readonly stem: string;
  readonly caption: string;
  readonly width: 'column' | 'page';
}

export type NumberedBlock =
  | { readonly kind: 'text'; readonly block: Extract<ReportBlock, { kind: 'text' }> }
  | { readonly kind: 'figure'; readonly figure: NumberedFigure };

const names = { figure: 'Figure', table: 'Table', listing: 'Listing' } as const;

/** The blocks of a report with the numbers of its figures, tables and listings, each kind separately. */
export function numberedFigures({ blocks, runIds }: Report, data: ReportData): NumberedBlock[] {
  const counts = { figure: 0, table: 0, listing: 0 };
  return blocks.map((block) => {
    if (block.kind === 'text') return { kind: 'text', block };
    const model = figureModel(block.figure, data);
    const kind = model?.kind ?? 'figure';
    if (model !== null) counts[kind] += 1;
    const number = counts[kind];
    const width = widthFor(block, model);
    const automatic = model ? threeLines(model.caption, width, runIds.length === 1) : '';
    return {
      kind: 'figure',
      figure: {
        block,
        model,
        missing: model === null ? whyMissing(block.figure, data) : '',
        label: model === null ? 'Missing figure' : `${names[kind]} ${number}`,
        stem: [kind, String(number).padStart(2, '0'), model?.stem ?? ''].join('-'),
        caption: block.caption ?? automatic,
        width,
      },
    };
  });
}

function widthFor(block: FigureBlock, model: FigureModel | null): 'column' | 'page' {
  if (model?.alwaysWide || model?.kind === 'table' || model?.kind === 'listing') return 'page';
  return block.width === 'auto' ? (model?.width ?? 'column') : block.width;
}

/** The size of a figure's chart in units. */
export function chartSize(
  { width }: NumberedFigure,
  chart: NonNullable<FigureModel['chart']>,
): { readonly width: number; readonly height: number } {
  const units = widthOf(width);
  return { width: units, height: chart.height(units) };
}
