import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportedFileSchema } from '../../contracts/engine-api.ts';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { makeHistogram } from '../../tests/support/records.ts';
import { sampleDocument } from '../../tests/support/sample-document.ts';
import { exportRun } from './export.ts';
import { exportName } from './file-name.ts';

const pieces = {
  document: sampleDocument(),
  histograms: () => [{ title: 'rest', data: makeHistogram([100, 200]) }],
};

describe('an export', () => {
  it.each([
    ['json', 'application/json', '{'],
    ['csv', 'text/csv', 'run_id,'],
    ['hgrm', 'text/plain', '# rest\n'],
  ] as const)('as %s is %s', (format, mediaType, beginning) => {
    const file = exportRun(format, pieces);
    expect(exportedFileSchema.parse(file)).toEqual(file);
    expect(file.name).toBe(`Sample-b-run-b-friends-1a2b3c4d.${format}`);
    expect(file.mediaType).toBe(mediaType);
    expect(file.text.startsWith(beginning)).toBe(true);
  });

  it('as JSON is the document', () => {
    const text = exportRun('json', pieces).text;
    expect(resultDocumentSchema.parse(JSON.parse(text))).toEqual(pieces.document);
  });
});

describe('the name of an exported file', () => {
  const long = 'x'.repeat(60);

  it.each([
    ['../../etc/passwd', '1234', 'etc-passwd-1234.csv'],
    ['CON', '1234', 'CON-1234.csv'],
    ['größer: 10 × 5', '1234', 'größer-10-5-1234.csv'],
    ['...', '1234', '1234.csv'],
    ['a\u0000b\nc', '1234', 'a-b-c-1234.csv'],
    [' Größe: a/b_1.', '20260301-100000-1a2b3c', 'Größe-a-b_1-20260301-100000-1a2b3c.csv'],
    [`${long}y`, '12345678-1234', `${long}-12345678-1234.csv`],
    ['x', '1'.repeat(24), `x-${'1'.repeat(24)}.csv`],
    ['x', '1'.repeat(25), 'x-11111111.csv'],
    ['?', 'a', 'a.csv'],
    ['', '', 'run.csv'],
  ])('for %j and the id %s is %s', (name, id, file) => {
    expect(exportName({ id, name }, 'csv')).toBe(file);
  });

  it('is safe on every system, whatever the run is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, id) => {
        const file = exportName({ id, name }, 'hgrm');
        expect(file).toMatch(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}._-]*\.hgrm$/u);
        expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
      }),
    );
  });
});
