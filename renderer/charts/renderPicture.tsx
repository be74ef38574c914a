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
import type { Picture } from './picture.ts';
import { standalone } from './standalone.ts';

export interface RenderedPicture {
  /** A complete SVG document. */
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const size = { width: 760, plot: 360, margin: 24, line: 16 };

/**
 * Draws a chart once more, out of sight, in print size and in the light colours, and turns it
 * into a document of its own: white ground, title, legend, and nothing that needs a style sheet.
 */
export async function renderPicture(picture: Picture): Promise<RenderedPicture> {
  const host = document.createElement('div');
  host.className = styles.offstage ?? '';
  host.setAttribute('aria-hidden', 'true');
  for (const [name, value] of Object.entries(lightVariables())) host.style.setProperty(name, value);
  document.body.append(host);
  const root = createRoot(host);
  const inner = size.width - 2 * size.margin;
  try {
    root.render(
      <>
        <svg data-part="head" width={inner} height={10} aria-hidden>
          <PictureHead picture={picture} width={inner} />
        </svg>
        <div data-part="plot" style={{ width: inner, height: size.plot } as CSSProperties}>
          {picture.draw(inner, size.plot)}
        </div>
        <svg data-part="foot" width={inner} height={10} aria-hidden>
          <PictureFoot notes={picture.footnotes} />
        </svg>
      </>,
    );
    await settled(host);
    return await compose(host, picture, inner);
  } finally {
    root.unmount();
    host.remove();
  }
}

function PictureFoot({ notes }: { notes: readonly string[] }) {
  return (
    <g fontSize={10.5} fill="var(--wb-ink-3)">
      {notes.map((note, index) => (
        <text key={note} x={0} y={12 + index * size.line}>
          {note}
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
  inner: number,
): Promise<RenderedPicture> {
  const part = (selector: string) => {
    const element = host.querySelector<SVGSVGElement>(selector);
    if (!element) throw new Error('The chart could not be drawn.');
    return standalone(element);
  };
  const head = pictureHeadHeight(picture, inner);
  const foot = picture.footnotes.length * size.line;
  const height = size.margin * 2 + head + size.plot + (foot > 0 ? foot + 8 : 0);
  const [x, top] = [size.margin, size.margin];
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}" font-family="${fontStack.replaceAll('"', '')}" style="font-variant-numeric:tabular-nums">`,
    `<title>${escapeText(picture.title)}</title>`,
    await fontRule(),
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<g transform="translate(${x} ${top})">${part('[data-part="head"]')}</g>`,
    `<g transform="translate(${x} ${top + head})">${part('[data-part="plot"] svg')}</g>`,
    `<g transform="translate(${x} ${top + head + size.plot + 8})">${part('[data-part="foot"]')}</g>`,
    '</svg>',
  ].join('\n');
  return { svg, width: size.width, height };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
