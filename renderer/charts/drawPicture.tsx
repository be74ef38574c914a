import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { withLightColors } from '../look/lightColors.ts';
import { fontStack, type LegendItem } from './look.ts';
import { type Picture, type PictureFormat, plotHeight } from './picture.ts';
import { Swatch, swatchWidth } from './Swatch.tsx';
import { wrapText } from './wrapText.ts';

/** A complete SVG document, and its size in pixels. */
export interface DrawnPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const subtitle = { size: 11, line: 14 };

/**
 * Draws a figure as a standalone document in the light colours: white background, title, legend, and
 * nothing that needs a style sheet. It needs no window, so reports use it too.
 * @param style rules to embed, such as a font.
 */
export function drawPicture(picture: Picture, format: PictureFormat, style = ''): DrawnPicture {
  const { width, margin } = format;
  const inner = width - 2 * margin;
  const plot = Math.max(format.plot, plotHeight(picture.minPlot, inner));
  const head = layOutHead(picture, inner, format);
  const { noteSize } = format;
  const noteLine = Math.round(noteSize * 1.35);
  const notes = picture.footnotes.flatMap((text) => wrapText(text, inner, noteSize));
  const foot = notes.length > 0 ? notes.length * noteLine + 8 : 0;
  const height = margin * 2 + head.height + plot + foot;
  const markup = renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      {...sizeOf(format, height)}
      viewBox={`0 0 ${brief(width)} ${brief(height)}`}
      fontFamily={fontStack}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      <title>{picture.title}</title>
      <desc>{picture.summary}</desc>
      {style !== '' && <style>{style}</style>}
      <rect width="100%" height="100%" fill="#ffffff" />
      <Part left={margin} top={margin}>
        <Head head={head} />
      </Part>
      <Part left={margin} top={margin + head.height}>
        {picture.draw(inner, plot)}
      </Part>
      {notes.length > 0 && (
        <Part left={margin} top={margin + head.height + plot + 8}>
          <Lines
            lines={notes.map((text, index) => ({ text, y: 12 + index * noteLine }))}
            size={noteSize}
            color="var(--wb-ink-3)"
          />
        </Part>
      )}
    </svg>,
  );
  return { svg: withLightColors(markup).replaceAll(useless, ''), width, height };
}

/** Attributes that apply in a page, not in a picture. */
const useless = / (?:aria-hidden|focusable|data-[a-z-]+)="[^"]*"/g;

/** Width and height as attributes: in millimetres for print, so that it is placed in its natural size. */
function sizeOf({ width, millimetres }: PictureFormat, height: number) {
  const write = (pixels: number) =>
    millimetres === null ? brief(pixels) : `${brief((pixels * millimetres) / width)}mm`;
  return { width: write(width), height: write(height) };
}

function brief(value: number): string {
  return String(Number(value.toFixed(2)));
}

function Part({ left, top, children }: { left: number; top: number; children: ReactNode }) {
  return <g transform={`translate(${left} ${Math.round(top)})`}>{children}</g>;
}

interface Line {
  readonly y: number;
  readonly text: string;
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly size: number;
  readonly color: string;
  readonly weight?: number;
}

function Lines({ lines, size, color, weight }: LinesProps) {
  return lines.map(({ text, y }) => (
    <text key={y} x={0} y={y} fontSize={size} fontWeight={weight} fill={color}>
      {text}
    </text>
  ));
}

interface PlacedItem {
  readonly item: LegendItem;
  readonly x: number;
  readonly y: number;
}

/** Positions of title, unit and legend above the plot. */
interface PictureHead {
  readonly titleSize: number;
  readonly titles: readonly Line[];
  readonly subtitles: readonly Line[];
  readonly legend: readonly PlacedItem[];
  readonly height: number;
}

function layOutHead(picture: Picture, width: number, format: PictureFormat): PictureHead {
  const { titleSize: size, legendLine } = format;
  const titleSize = size ?? 0;
  const title = size === null ? '' : picture.title;
  const titles = wrapText(title, width, titleSize * 1.06).map((text, index) => ({
    text,
    y: titleSize - 2 + index * (titleSize + 4),
  }));
  const under = titles.length * (titleSize + 4);
  const subtitles = wrapText(picture.subtitle, width, subtitle.size).map((text, index) => ({
    text,
    y: under + 11 + index * subtitle.line,
  }));
  const written = under + subtitles.length * subtitle.line;
  const top = written === 0 ? 2 : written + 8;
  const legend = placeLegend(picture.legend, width, top, legendLine);
  const last = legend.at(-1);
  const height = last ? last.y + legendLine : written === 0 ? 0 : top;
  return { titleSize, titles, subtitles, legend, height };
}

/** Arranges legend items in lines; widths are estimated generously, since pictures have no layout. */
function placeLegend(
  items: readonly LegendItem[],
  width: number,
  top: number,
  legendLine: number,
): PlacedItem[] {
  let x = 0;
  let y = top;
  return items.map((item) => {
    const room = swatchWidth(item) + 6 + item.label.length * 7;
    if (x > 0 && x + room > width) {
      x = 0;
      y += legendLine;
    }
    const placed = { item, x, y };
    x += room + 14;
    return placed;
  });
}

function Head({ head: { titleSize, titles, subtitles, legend } }: { head: PictureHead }) {
  return (
    <>
      <Lines lines={titles} size={titleSize} color="var(--wb-ink)" weight={600} />
      <Lines lines={subtitles} size={subtitle.size} color="var(--wb-ink-3)" />
      {legend.map(({ item, x, y }) => (
        <g key={item.key} fontSize={11.5}>
          <Swatch item={item} x={x} y={y} />
          <text x={x + swatchWidth(item) + 6} y={y + 10} fill="var(--wb-ink-2)">
            {item.label}
          </text>
        </g>
      ))}
    </>
  );
}
