import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { protocols } from '../../contracts/words.ts';
import { protocolColors, protocolStyle } from '../look/protocols.ts';
import { tokens } from '../look/theme.ts';

type Rgb = readonly [number, number, number];
type Scheme = 'light' | 'dark';
const schemes: readonly Scheme[] = ['light', 'dark'];

/**
 * Linear sRGB as seen without long- or medium-wave cones: G. M. Machado, M. M. Oliveira, L. A. F.
 * Fernandes, *A Physiologically-based Model for Simulation of Color Vision Deficiency*, IEEE TVCG 15,
 * 2009, table 1, severity 1.
 */
const visions: Record<string, readonly Rgb[]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

function linear(hex: string): Rgb {
  const at = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
}

const dot = (a: Rgb, b: Rgb) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const apply = (matrix: readonly Rgb[], color: Rgb): Rgb => {
  const [r = 0, g = 0, b = 0] = matrix.map((row) => Math.min(1, Math.max(0, dot(row, color))));
  return [r, g, b];
};

/** CIE 1976 L*a*b*, white D65. */
function lab(color: Rgb): Rgb {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f(dot([0.4124564, 0.3575761, 0.1804375], color) / 0.95047);
  const y = f(luminance(color));
  const z = f(dot([0.0193339, 0.119192, 0.9503041], color) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function luminance(color: Rgb): number {
  return dot([0.2126729, 0.7151522, 0.072175], color);
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [a, b].map((hex) => luminance(linear(hex))).sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The minimum distance (ΔE*ab) of two colours of a palette, as seen by an eye. */
function minDistance(palette: readonly string[], vision: readonly Rgb[]): number {
  const seen = palette.map((hex) => lab(apply(vision, linear(hex))));
  const distances = seen.flatMap((a, index) =>
    seen.slice(index + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
  );
  return Math.min(...distances);
}

/** The table of the protocols in the page on design. */
function planned(): readonly Record<Scheme | 'name' | 'marker' | 'pattern', string>[] {
  const page = readFileSync(new URL('../../docs/design.md', import.meta.url), 'utf8');
  const line =
    /^\| `([\w-]+)` \| `(#[\da-f]{6})` \| `(#[\da-f]{6})` \| ([^|]+) \| [^|]+ \| ([^|]+) \|/;
  return page.split('\n').flatMap((text) => {
    const [, name = '', light = '', dark = '', marker = '', pattern = ''] = line.exec(text) ?? [];
    return name === '' ? [] : [{ name, light, dark, marker, pattern }];
  });
}

describe.each(schemes)('the colours of protocols in the %s scheme', (scheme) => {
  const first = (['rest', 'soap', 'grpc'] as const).map(
    (protocol) => protocolColors[scheme][protocol].line,
  );

  it.each(Object.keys(visions))('of the first three differ clearly to an eye with %s', (vision) => {
    expect(minDistance(first, visions[vision] ?? [])).toBeGreaterThan(35);
  });

  it.each(Object.keys(visions))('are all distinct: %s', (vision) => {
    const all = planned();
    expect(all.length).toBeGreaterThanOrEqual(7);
    const palette = all.map((protocol) => protocol[scheme]);
    expect(minDistance(palette, visions[vision] ?? [])).toBeGreaterThan(20);
  });

  it('contrast with the panel as shapes (3:1) and as text (4.5:1)', () => {
    for (const protocol of planned()) {
      expect(contrast(protocol[scheme], tokens[scheme].panel)).toBeGreaterThan(2.99);
    }
    for (const protocol of protocols) {
      const { text, soft } = protocolColors[scheme][protocol];
      expect(contrast(text, tokens[scheme].panel)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text, soft)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it('the looks of protocols differ without colour: each has its own marker, dash and pattern; match the page on design', () => {
  for (const property of ['marker', 'dash', 'pattern'] as const) {
    const values = protocols.map((protocol) => protocolStyle(protocol)[property]);
    expect(new Set(values).size).toBe(protocols.length);
  }
  for (const property of ['marker', 'pattern'] as const) {
    const values = planned().map((protocol) => protocol[property]);
    expect(new Set(values).size).toBe(values.length);
  }
  const page = new Map(planned().map((protocol) => [protocol.name, protocol]));
  for (const protocol of protocols) {
    const { marker, pattern } = protocolStyle(protocol);
    const [light, dark] = schemes.map((scheme) => protocolColors[scheme][protocol].line);
    expect(page.get(protocol)).toMatchObject({ light, dark, marker, pattern });
  }
});
