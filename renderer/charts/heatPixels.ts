import { type HeatGrid, heatSteps, stepScale } from '../data/heatMap.ts';

/** Colours by step as pixels of an image: `0xAABBGGRR`, as little-endian machines store RGBA. */
export type HeatPalette = Uint32Array;

/** @param tokens of a colour scheme, with `heat-0` … as `#rrggbb`. */
export function heatPalette(tokens: Readonly<Record<string, string>>): HeatPalette {
  return Uint32Array.from({ length: heatSteps }, (_, step) => {
    const rgb = Number.parseInt((tokens[`heat-${step}`] ?? '#000000').slice(1), 16);
    const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
    return 0xff000000 + blue * 65536 + green * 256 + red;
  });
}

interface Canvas {
  readonly width: number;
  /** One row of pixels for each band. */
  readonly rows: number;
  readonly grid: HeatGrid;
  readonly domain: readonly [number, number];
  readonly palette: HeatPalette;
}

/** Paints the cells into pixels, the lowest latency in the last row; cells without requests stay transparent. */
export function paintHeat(
  pixels: Uint32Array,
  { width, rows, grid, domain, palette }: Canvas,
): void {
  const scale = width / (domain[1] - domain[0]);
  const stepOf = stepScale(grid.steps);
  for (const { at: end, span, bands } of grid.columns) {
    const left = Math.max(0, Math.round((end - span - domain[0]) * scale));
    const right = Math.min(width, Math.max(left + 1, Math.round((end - domain[0]) * scale)));
    if (end <= domain[0] || left >= right) continue;
    const seconds = Math.max(1e-3, span);
    for (let cell = 0; cell < bands.length; cell += 2) {
      const row = rows - 1 - (bands[cell] ?? 0) + grid.firstBand;
      const color = palette[stepOf((bands[cell + 1] ?? 0) / seconds)] ?? 0;
      // A column is only a pixel or two wide, too few for `fill` to pay off.
      for (let at = row * width + left; at < row * width + right; at++) pixels[at] = color;
    }
  }
}
