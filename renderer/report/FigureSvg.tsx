import { fontStack } from '../charts/look.ts';
import { placeLegend } from '../charts/PictureHead.tsx';
import { Swatch, swatchWidth } from '../charts/Swatch.tsx';
import type { ChartModel } from './model.ts';
import { widthsMm } from './model.ts';
import { chartSize, type NumberedFigure } from './numbered.ts';

const line = 18;
const nothing: ReadonlySet<string> = new Set();

/** A figure as a picture of its own: legend and chart, in millimetres, without a caption. */
export function FigureSvg({ figure, chart }: { figure: NumberedFigure; chart: ChartModel }) {
  const size = chartSize(figure, chart);
  const legend = chart.legend.length > 1 ? placeLegend(chart.legend, size.width) : [];
  const last = legend.at(-1);
  const head = last ? (last.line + 1) * line + 6 : 0;
  const height = head + size.height;
  const mm = widthsMm[figure.width];
  const area = { ...size, hidden: nothing };
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={`${mm}mm`}
      height={`${Math.round((mm * height * 100) / size.width) / 100}mm`}
      viewBox={`0 0 ${size.width} ${height}`}
      fontFamily={fontStack}
    >
      <title>{figure.model?.table?.caption ?? figure.label}</title>
      <desc>{chart.summary}</desc>
      <rect width={size.width} height={height} fill="#ffffff" />
      {legend.map(({ item, x, line: row }) => (
        <g key={item.key} fontSize={11.5}>
          <Swatch item={item} x={x} y={row * line + 2} />
          <text x={x + swatchWidth(item) + 6} y={row * line + 12} fill="var(--wb-ink-2)">
            {item.label}
          </text>
        </g>
      ))}
      <g transform={`translate(0 ${head})`}>{chart.draw(area)}</g>
    </svg>
  );
}
