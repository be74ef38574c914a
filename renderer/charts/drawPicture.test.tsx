import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { createCursor } from './cursor.ts';
import { drawPicture } from './drawPicture.tsx';
import { LineChart } from './LineChart.tsx';
import type { LegendItem } from './look.ts';
import { type Picture, pictureFormats } from './picture.ts';

const look = (key: string, label: string): LegendItem => ({
  key,
  label,
  color: 'var(--wb-rest)',
  marker: 'circle',
  dash: '5 3',
  width: 1.5,
  fill: 'solid',
});

/** Two lines over time as drawn in the window, under the pointer. */
function picture(more: Partial<Picture> = {}): Picture {
  const looks = [look('a', 'One'), look('b', 'Another <series>')];
  const cursor = createCursor<number>();
  cursor.set(2);
  return {
    title: 'Throughput',
    summary: 'Two lines.',
    subtitle: 'requests/s · higher is better',
    legend: looks,
    footnotes: ['Means of 3 trials.', 'Run “A”'],
    minPlot: 0,
    draw: (width, height) => (
      <LineChart
        width={width}
        height={height}
        times={[1, 2, 3]}
        series={looks.map(({ key, label }) => ({ key, label, values: [10, 20, 30] }))}
        looks={looks}
        domain={[0, 3]}
        measuredFrom={1}
        floor={10}
        format={String}
        cursor={cursor}
        timeLabels
      />
    ),
    ...more,
  };
}

describe('a picture of a figure', () => {
  it('is drawn synchronously, without a window, and is self-contained', () => {
    const { svg } = drawPicture(picture(), pictureFormats.page, '@font-face{font-family:"Inter"}');
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).not.toMatch(/var\(|class=|aria-hidden|focusable|data-/);
    expect(svg).toContain('<style>@font-face{font-family:"Inter"}</style>');
    expect(svg).toContain('stroke="#0072b2"');
  });

  it('has title, unit, legend, ticks and notes as text', () => {
    const { svg } = drawPicture(picture(), pictureFormats.page);
    const texts = [...svg.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text]) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        'Throughput',
        'requests/s · higher is better',
        'One',
        'Another &lt;series&gt;',
        'Means of 3 trials.',
        'Run “A”',
        '0:01',
        '30',
      ]),
    );
  });

  it('has no pointer readout', () => {
    const { svg } = drawPicture(picture(), pictureFormats.page);
    expect(svg.match(/>0:02</g), 'on the axis alone').toHaveLength(1);
  });

  it.each([
    ['column', '84mm'],
    ['page', '178mm'],
    ['screen', '760'],
  ] as const)('for a %s is %s wide', (format, width) => {
    const { svg, height } = drawPicture(picture(), pictureFormats[format]);
    expect(svg).toMatch(new RegExp(`^<svg [^>]*width="${width}"`));
    expect(svg).toMatch(new RegExp(`viewBox="0 0 [\\d.]+ ${Number(height.toFixed(2))}"`));
  });

  it('has at least the height its plot needs, and no title with a caption', () => {
    const tall = drawPicture(picture({ minPlot: 900 }), pictureFormats.column);
    expect(tall.height).toBeGreaterThan(900);
    const minPlot = (width: number) => 3 * width;
    const wide = drawPicture(picture({ minPlot }), pictureFormats.page);
    expect(wide.height).toBeGreaterThan(3 * (pictureFormats.page.width - 4));
    const bare = drawPicture(picture({ legend: [], footnotes: [] }), {
      ...pictureFormats.column,
      margin: 0,
      titleSize: null,
    });
    expect(bare.svg).not.toContain('>Throughput</text>');
    expect(bare.svg).toContain('<title>Throughput</title>');
    // The unit, if the axis has none.
    expect(bare.svg).toContain('>requests/s · higher is better</text>');
    const plot = drawPicture(picture({ legend: [], footnotes: [], subtitle: '' }), {
      ...pictureFormats.column,
      margin: 0,
      titleSize: null,
    });
    expect(plot.height).toBe(pictureFormats.column.plot);
  });

  it('gives its plot most of a column, with a legend of eight and its origin', () => {
    const legend = Array.from({ length: 8 }, (_, index) => look(`${index}`, 'gRPC, TLS 1.3'));
    const origin = `TLS on and off · 4 Mar 2026, 09:12 · no TLS and TLS 1.3 · ${'2 cores of Example CPU 3000, 8.6 GB · '.repeat(2)}`;
    const { svg, height } = drawPicture(picture({ legend, subtitle: '', footnotes: [origin] }), {
      ...pictureFormats.column,
      titleSize: null,
    });
    expect(pictureFormats.column.plot / height).toBeGreaterThan(0.6);
    expect(svg).toContain('no TLS and TLS 1.3');
  });
});
