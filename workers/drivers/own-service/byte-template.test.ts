import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { BodyPiece, TextCall } from '../../../contracts/own-service.ts';
import { emptyCall, rowTable } from '../../../tests/support/row-table.ts';
import { DataTables, type RequestNumber } from '../../../workloads/own-service/rows.ts';
import {
  compileText,
  textPlaces,
  textWriter,
} from '../../../workloads/own-service/written-text.ts';
import { ByteTemplate, digitsOf, writeDigits, written } from './byte-template.ts';
import { RequestBuffer } from './request-buffer.ts';

const row = fc.tuple(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', '"', '<', '\n', 'é', '%') }),
);
const rows = fc.array(row, { minLength: 1, maxLength: 9 });

type Escape = Extract<BodyPiece, { readonly text: string }>['escape'];

const writtenFirst = (template: ByteTemplate) =>
  written(template, { sequence: 0, seed: 1 }, new RequestBuffer());

/** A request's body as octets, which equal its text. */
function bodyOf(call: TextCall, tables: DataTables, of: RequestNumber): string {
  const { body } = compileText(call, tables);
  const text = written(new ByteTemplate(body ?? []), of, new RequestBuffer()).toString('utf8');
  expect(text).toBe(textWriter(call, tables)(of).body);
  return text;
}

/** The text of a template for each row, from octets. */
function texts(text: string, table: readonly (readonly string[])[], kind: Escape) {
  const tables = new DataTables([rowTable(['a', 'b'], table)]);
  const call = { ...emptyCall, body: [{ text, escape: kind }] };
  return table.map((_, sequence) => bodyOf(call, tables, { sequence, seed: 1 }));
}

const each = (check: (table: readonly [string, string][]) => void) =>
  fc.assert(fc.property(rows, check), { numRuns: 60 });

describe('a template of octets', () => {
  it('escapes for JSON and URLs', () => {
    each((table) => {
      const json = texts('{"a":"{{o.a}}é{{o.b}}"}', table, 'json');
      const parsed = json.map((text) => JSON.parse(text));
      expect(parsed).toEqual(table.map(([a, b]) => ({ a: `${a}é${b}` })));
      const [urls, of] = [texts('a={{o.a}}&b={{o.b}}', table, 'url'), encodeURIComponent];
      expect(urls).toEqual(table.map(([a, b]) => `a=${of(a)}&b=${of(b)}`));
    });
  });

  it('escapes for XML', () => {
    const plainly = { trimValues: false, parseTagValue: false, parseAttributeValue: false };
    const parser = new XMLParser({ ignoreAttributes: false, htmlEntities: true, ...plainly });
    each((table) => {
      const made = texts('<x y="{{o.a}}">-{{o.b}}</x>', table, 'xml');
      for (const [index, text] of made.entries()) {
        const [a, b] = table[index] ?? [];
        expect(parser.parse(text)).toEqual({ x: { '@_y': a, '#text': `-${b}` } });
      }
    });
  });

  it('inserts values into other bodies unchanged, mixed with generated ones', () => {
    each((table) => {
      const made = texts('{{o.b}}{{sequence}}{{o.b}}', table, 'none');
      expect(made).toEqual(table.map(([, b], sequence) => `${b}${sequence}${b}`));
    });
  });

  it.each([
    ['x\r\ny: é\t\x01\x7f', 'x  y: é\t  '],
    ['a\u010ax: y \u{1f600}é', 'a?x: y ?é'],
  ])('prevents a value from ending its header: %j', (value, shown) => {
    const tables = new DataTables([rowTable(['a'], [[value]])]);
    const [[, parts] = []] = compileText(
      { ...emptyCall, headers: [['h', '{{o.a}}']] },
      tables,
    ).headers;
    const template = new ByteTemplate([[parts ?? '', textPlaces.header]]);
    expect(writtenFirst(template).toString('latin1')).toBe(shown);
  });

  it('inserts octets of files between texts unchanged', () => {
    const tables = new DataTables([rowTable(['a'], [['x"\r\n']])]);
    const octets = Uint8Array.from({ length: 256 }, (_, octet) => octet);
    const body: BodyPiece[] = [
      { text: 'n="{{o.a}}"', escape: 'quoted' },
      { octets },
      { text: 'é', escape: 'none' },
    ];
    const { body: parts } = compileText({ ...emptyCall, body }, tables);
    const template = new ByteTemplate(parts ?? []);
    const before = Buffer.from('n="x%22%0D%0A"');
    expect(writtenFirst(template)).toEqual(Buffer.concat([before, octets, Buffer.from('é')]));
    const shown = textWriter({ ...emptyCall, body }, tables)({ sequence: 0, seed: 1 });
    expect(shown.body).toBe('n="x%22%0D%0A"‹256 bytes›é');
  });

  it('escapes any value taken from answers', () => {
    const tables = new DataTables([], ['a']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const of = { sequence: 0, seed: 1, taken: [value] };
        for (const kind of ['json', 'xml', 'url', 'none'] as const) {
          const call = { ...emptyCall, body: [{ text: '-{{a}}-', escape: kind }] };
          const text = bodyOf(call, tables, of);
          if (kind === 'json') expect(JSON.parse(`"${text}"`)).toBe(`-${value}-`);
          if (kind === 'url') expect(decodeURIComponent(text)).toBe(`-${value}-`);
        }
      }),
    );
  });

  it('writes whole numbers', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        const into = Buffer.alloc(20);
        const end = writeDigits(value, into, 1);
        expect(into.toString('latin1', 1, end)).toBe(String(value));
        expect(digitsOf(value)).toBe(end - 1);
      }),
    );
  });
});
