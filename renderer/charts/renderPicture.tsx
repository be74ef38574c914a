import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import { protocols } from '../../contracts/words.ts';
import { layerVariables } from '../app/layers.ts';
import { protocolColors } from '../app/protocols.ts';
import { tokens } from '../app/theme.ts';
import styles from './charts.module.css';
import { fontRule } from './fontRule.ts';
import { fontStack } from './look.ts';
import { PictureHead, pictureHeadHeight } from './PictureHead.tsx';
import { type Picture, type PictureFormat, pictureFormats } from './picture.ts';
import { standalone } from './standalone.ts';
import { wrapText } from './wrapText.ts';

export interface RenderedPicture {
  /** A complete SVG document. */
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const note = { size: 10.5, line: 15 };

/**
 * Draws a chart once more, out of sight, in print size and in the light colours, and turns it
 * into a document of its own: white ground, title, legend, and nothing that needs a style sheet.
 */
export async function renderPicture(
  picture: Picture,
  format: PictureFormat = pictureFormats.screen,
): Promise<RenderedPicture> {
  const host = document.createElement('div');
  host.className = styles.offstage ?? '';
  host.setAttribute('aria-hidden', 'true');
  for (const [name, value] of Object.entries(lightVariables())) host.style.setProperty(name, value);
  document.body.append(host);
  const root = createRoot(host);
  const inner = format.width - 2 * format.margin;
  const { titleSize } = format;
  const plot = Math.max(format.plot, picture.leastPlot);
  const notes = picture.footnotes.flatMap((text) => wrapText(text, inner, note.size));
  try {
    root.render(
      <>
        <svg data-part="head" width={inner} height={10} aria-hidden>
          <PictureHead picture={picture} width={inner} titleSize={titleSize} />
        </svg>
        <div data-part="plot" style={{ width: inner, height: plot } as CSSProperties}>
          {picture.draw(inner, plot)}
        </div>
        <svg data-part="foot" width={inner} height={10} aria-hidden>
          <PictureFoot notes={notes} />
        </svg>
      </>,
    );
    await settled(host);
    return await compose(host, picture, { ...format, plot }, notes.length);
  } finally {
    root.unmount();
    host.remove();
  }
}

function PictureFoot({ notes }: { notes: readonly string[] }) {
  return (
    <g fontSize={note.size} fill="var(--wb-ink-3)">
      {notes.map((text, index) => (
        <text key={text} x={0} y={12 + index * note.line}>
          {text}
        </text>
      ))}
    </g>
  );
}

function lightVariables(): Record<string, string> {
  const variables: Record<string, string> = { ...layerVariables('light') };
  for (const [name, value] of Object.entries(tokens.light)) variables[`--wb-${name}`] = value;
  for (const protocol of protocols) {
    variables[`--wb-${protocol}`] = protocolColors.light[protocol].line;
  }
  return variables;
}

/** Waits until the chart, which may lay itself out in several steps, no longer changes. */
async function settled(host: HTMLElement): Promise<void> {
  let before = '';
  for (let step = 0; step < 60; step++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const now = host.innerHTML;
    if (now === before && host.querySelector('[data-part="plot"] svg')) return;
    before = now;
  }
}

async function compose(
  host: HTMLElement,
  picture: Picture,
  format: PictureFormat,
  notes: number,
): Promise<RenderedPicture> {
  const part = (selector: string) => {
    const element = host.querySelector<SVGSVGElement>(selector);
    if (!element) throw new Error('The chart could not be drawn.');
    return standalone(element);
  };
  const { width, margin, plot, titleSize } = format;
  const head = pictureHeadHeight({ picture, width: width - 2 * margin, titleSize });
  const foot = notes * note.line;
  const height = margin * 2 + head + plot + (foot > 0 ? foot + 8 : 0);
  const place = (top: number, content: string) =>
    `<g transform="translate(${margin} ${Math.round(margin + top)})">${content}</g>`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${sizeOf(format, height)} viewBox="0 0 ${brief(width)} ${brief(height)}" font-family="${fontStack.replaceAll('"', '')}" style="font-variant-numeric:tabular-nums">`,
    `<title>${escapeText(picture.title)}</title>`,
    await fontRule(),
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    place(0, part('[data-part="head"]')),
    place(head, part('[data-part="plot"] svg')),
    place(head + plot + 8, part('[data-part="foot"]')),
    '</svg>',
  ].join('\n');
  return { svg, width, height };
}

/** Width and height as attributes: of print in millimetres, so that it is placed in its natural size. */
function sizeOf({ width, print }: PictureFormat, height: number): string {
  const write = (pixels: number) => (print ? `${brief((pixels * 25.4) / 96)}mm` : brief(pixels));
  return `width="${write(width)}" height="${write(height)}"`;
}

function brief(value: number): string {
  return String(Number(value.toFixed(2)));
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
