import type { LegendItem } from './look.ts';
import type { Picture } from './picture.ts';
import { Swatch, swatchWidth } from './Swatch.tsx';

const lineHeight = 20;

/** Title, unit and legend above the plot of a saved picture. */
export function PictureHead({ picture, width }: { picture: Picture; width: number }) {
  return (
    <g>
      <text x={0} y={13} fontSize={15} fontWeight={600} fill="var(--wb-ink)">
        {picture.title}
      </text>
      <text x={0} y={31} fontSize={11} fill="var(--wb-ink-3)">
        {picture.subtitle}
      </text>
      {placeLegend(picture.legend, width).map(({ item, x, line }) => (
        <g key={item.key} fontSize={11.5}>
          <Swatch item={item} x={x} y={44 + line * lineHeight} />
          <text x={x + swatchWidth(item) + 6} y={54 + line * lineHeight} fill="var(--wb-ink-2)">
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
export function pictureHeadHeight(picture: Picture, width: number): number {
  const last = placeLegend(picture.legend, width).at(-1);
  return 42 + (last ? (last.line + 1) * lineHeight : 0);
}
