import { expect, it } from 'vitest';
import { decodePng } from '../../tests/support/png.ts';
import { withPngTexts } from './pngText.ts';

/** A single red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

it('adds texts that a PNG reader finds, and keeps the image unchanged', () => {
  const more = Buffer.from(
    withPngTexts(png, { Title: 'Throughput', Comment: 'TLS 1.3 · 2 cores' }),
  );
  // Reading verifies the checksum of every chunk.
  expect(decodePng(more)).toEqual(decodePng(png));
  expect(more.toString('utf8')).toContain('iTXtTitle\0\0\0\0\0Throughput');
  expect(more.toString('utf8')).toContain('iTXtComment\0\0\0\0\0TLS 1.3 · 2 cores');
});
