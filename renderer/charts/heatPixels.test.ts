import { describe, expect, it } from 'vitest';
import { gridOfMap, heatSteps } from '../data/heatMap.ts';
import { darkHeat, lightHeat } from '../look/heatTokens.ts';
import { heatPalette, paintHeat } from './heatPixels.ts';

/** Lightness in OKLab, 0–1 (Ottosson 2020, https://bottosson.github.io/posts/oklab/). */
function lightness(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16);
  const [r = 0, g = 0, b = 0] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
}

describe.each([
  ['light', Object.values(lightHeat), -1],
  ['dark', Object.values(darkHeat), 1],
] as const)('the heat colours of the %s scheme', (_scheme, colors, direction) => {
  it('are steps of even lightness, so that a grey print keeps their order', () => {
    expect(colors).toHaveLength(heatSteps);
    const steps = colors
      .slice(1)
      .map((color, at) => lightness(color) - lightness(colors[at] ?? ''));
    for (const step of steps) expect(step * direction).toBeCloseTo(0.0733, 2);
  });
});

it('paintHeat fills the pixels of each cell, the lowest latency at the bottom, and leaves the others transparent', () => {
  const grid = gridOfMap({
    edgesMs: [1, 2, 4],
    columns: [
      { startSeconds: 0, seconds: 1, counts: [1, 0] },
      { startSeconds: 1, seconds: 1, counts: [0, 1000] },
    ],
  });
  const palette = heatPalette(lightHeat);
  const pixels = new Uint32Array(8);
  paintHeat(pixels, { width: 4, rows: 2, grid, domain: [0, 2], palette });
  const [few, many] = [palette[0], palette[heatSteps - 1]];
  expect([...pixels]).toEqual([0, 0, many, many, few, few, 0, 0]);
  expect(few).toBe(0xfffee9dc);
});

it('paintHeat draws nothing outside', () => {
  const grid = gridOfMap({
    edgesMs: [1, 2],
    columns: [{ startSeconds: 0, seconds: 1, counts: [9] }],
  });
  const pixels = new Uint32Array(4);
  const palette = heatPalette(lightHeat);
  paintHeat(pixels, { width: 4, rows: 1, grid, domain: [1, 2], palette });
  expect([...pixels]).toEqual([0, 0, 0, 0]);
});
