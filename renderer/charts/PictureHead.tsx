import type { LegendItem } from './look.ts';
import type { Picture } from './picture.ts';
import { Swatch, swatchWidth } from './Swatch.tsx';
import { wrapText } from './wrapText.ts';

const lineHeight = 20;
const subtitle = { size: 11, line: 14 };

interface PictureHeadProps {
  readonly picture: Picture;
  readonly width: number;
  readonly titleSize: number;
}

interface HeadText {
  readonly y: number;
  readonly text: string;
}

/** Where the lines of title and subtitle stand, and where the legend begins. */
function layOut({ picture, width, titleSize }: PictureHeadProps): {
  readonly titles: readonly HeadText[];
  readonly subtitles: readonly HeadText[];
  readonly legendTop: number;
} {
  const titles = wrapText(picture.title, width, titleSize * 1.06).map((text, index) => ({
    text,
    y: titleSize - 2 + index * (titleSize + 4),
  }));
  const under = titles.length * (titleSize + 4);
  const subtitles = wrapText(picture.subtitle, width, subtitle.size).map((text, index) => ({
    text,
    y: under + 11 + index * subtitle.line,
  }));
  return { titles, subtitles, legendTop: under + subtitles.length * subtitle.line + 8 };
}

/** Title, unit and legend above the plot of a saved picture. */
export function PictureHead(props: PictureHeadProps) {
  const { titles, subtitles, legendTop } = layOut(props);
  return (
    <g>
      {titles.map(({ text, y }) => (
        <text key={y} x={0} y={y} fontSize={props.titleSize} fontWeight={600} fill="var(--wb-ink)">
          {text}
        </text>
      ))}
      {subtitles.map(({ text, y }) => (
        <text key={y} x={0} y={y} fontSize={subtitle.size} fill="var(--wb-ink-3)">
          {text}
        </text>
      ))}
      {placeLegend(props.picture.legend, props.width).map(({ item, x, line }) => (
        <g key={item.key} fontSize={11.5}>
          <Swatch item={item} x={x} y={legendTop + line * lineHeight} />
          <text
            x={x + swatchWidth(item) + 6}
            y={legendTop + 10 + line * lineHeight}
            fill="var(--wb-ink-2)"
          >
            {item.label}
          </text>
        </g>
      ))}
    </g>
  );
}

interface PlacedItem {
  readonly item: LegendItem;
  readonly x: number;
  readonly line: number;
}

/** Sets legend items in lines; widths are estimated generously, since pictures have no layout. */
export function placeLegend(items: readonly LegendItem[], width: number): PlacedItem[] {
  let x = 0;
  let line = 0;
  return items.map((item) => {
    const room = swatchWidth(item) + 6 + item.label.length * 7;
    if (x > 0 && x + room > width) {
      x = 0;
      line += 1;
    }
    const placed = { item, x, line };
    x += room + 14;
    return placed;
  });
}

/** Height of the head in pixels. */
export function pictureHeadHeight(props: PictureHeadProps): number {
  const last = placeLegend(props.picture.legend, props.width).at(-1);
  return layOut(props).legendTop + (last ? (last.line + 1) * lineHeight : 0);
}
