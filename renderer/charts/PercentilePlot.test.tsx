import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { drawnPercentiles } from '../data/percentiles.ts';
import type { LegendItem } from './look.ts';
import { PercentilePlot, sharePlaces } from './PercentilePlot.tsx';
import { pictureFormats } from './picture.ts';

const look: LegendItem = {
  key: 'rest',
  label: 'REST',
  color: 'var(--wb-rest)',
  marker: 'circle',
  dash: '0',
  width: 1.75,
  fill: 'solid',
};
const none: ReadonlySet<string> = new Set();

/** The labels of the axis of shares, for that many requests. */
function labels(width: number, requests: number): string[] {
  const points = [0, 0.5, 0.9, 0.99, 1].map((share) => ({ share, ms: 1 + 10 * share }));
  const curves = [
    { look, points: drawnPercentiles(points, requests), counts: 'requests' as const },
  ];
  const markup = renderToStaticMarkup(
    <PercentilePlot
      width={width}
      height={pictureFormats.column.plot}
      curves={curves}
      places={sharePlaces(curves)}
      hidden={none}
      log={none}
      print
    />,
  );
  const across = markup.split('text-anchor="middle"')[1] ?? '';
  return [...across.matchAll(/<text[^>]*>([\d.]*)<\/text>/g)].map(([, text]) => text ?? '');
}

it.each(['column', 'page'] as const)('names every share in a picture of one %s', (format) => {
  const { width, margin } = pictureFormats[format];
  const named = ['0', '50', '90', '99', '99.9', '99.99', '99.999'];
  expect(labels(width - 2 * margin, 100_000)).toEqual(named);
});

it('keeps the median and the last share if there is little room', () => {
  const few = labels(210, 1_000_000);
  expect(few).toContain('50');
  expect(few.at(-1)).toBe('99.9999');
  expect(few).toContain('');
});
