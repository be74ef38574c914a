import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { TextCall } from '../../../contracts/custom.ts';
import { rowTable } from '../../../tests/support/row-table.ts';
import { DataTables } from '../../../workloads/custom/rows.ts';
import { renderTemplate } from '../../../workloads/custom/template.ts';
import { compileText, textPlaces } from '../../../workloads/custom/written-text.ts';
import { ByteTemplate, digitsOf, writeDigits, written } from './byte-template.ts';

const row = fc.tuple(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', '"', '<', '\n', 'é', '%') }),
);
const rows = fc.array(row, { minLength: 1, maxLength: 9 });

const empty: TextCall = {
  kind: 'text',
  method: 'POST',
  target: '/',
  headers: [],
  body: null,
  escape: 'none',
  success: 'status',
};

/** The text of a template for each row, by octets. */
function texts(body: string, table: readonly (readonly string[])[], kind: TextCall['escape']) {
  const tables = new DataTables([rowTable(['a', 'b'], table)]);
  const call = { ...empty, body, escape: kind };
  const { body: parts, place } = compileText(call, tables);
  const template = new ByteTemplate([[parts ?? '', place]]);
  return table.map((_, sequence) => {
    const text = written(template, { sequence, seed: 1 }).toString('utf8');
    expect(text).toBe(renderTemplate(parts ?? [], { sequence, seed: 1 }, place.escaped));
    return text;
  });
}

const each = (check: (table: readonly [string, string][]) => void) =>
  fc.assert(fc.property(rows, check), { numRuns: 60 });

describe('a template of octets', () => {
  it('escapes for JSON', () => {
    each((table) => {
      const made = texts('{"a":"{{o.a}}é{{o.b}}"}', table, 'json');
      expect(made.map((text) => JSON.parse(text))).toEqual(
        table.map(([a, b]) => ({ a: `${a}é${b}` })),
      );
    });
  });

  it('escapes for URLs', () => {
    each((table) => {
      const made = texts('a={{o.a}}&b={{o.b}}', table, 'url');
      expect(made).toEqual(
        table.map(([a, b]) => `a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`),
      );
    });
  });

  it('escapes for XML', () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      trimValues: false,
      parseTagValue: false,
      parseAttributeValue: false,
      htmlEntities: true,
    });
    each((table) => {
      const made = texts('<x y="{{o.a}}">-{{o.b}}</x>', table, 'xml');
      for (const [index, text] of made.entries()) {
        const [a, b] = table[index] ?? [];
        expect(parser.parse(text)).toEqual({ x: { '@_y': a, '#text': `-${b}` } });
      }
    });
  });

  it('leaves values of other bodies as they are, and mixes them with made ones', () => {
    each((table) => {
      const made = texts('{{o.b}}{{sequence}}{{o.b}}', table, 'none');
      expect(made).toEqual(table.map(([, b], sequence) => `${b}${sequence}${b}`));
    });
  });

  it('lets no value end a header', () => {
    const tables = new DataTables([rowTable(['a'], [['x\r\ny: é\t\x01\x7f']])]);
    const [[, parts] = []] = compileText({ ...empty, headers: [['h', '{{o.a}}']] }, tables).headers;
    const template = new ByteTemplate([[parts ?? '', textPlaces.header]]);
    expect(written(template, { sequence: 0, seed: 1 }).toString('latin1')).toBe('x  y: é\t  ');
  });

  it('escapes what was taken out of answers, whatever it is', () => {
    const tables = new DataTables([], ['a']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const of = { sequence: 0, seed: 1, taken: [value] };
        for (const kind of ['json', 'xml', 'url', 'none'] as const) {
          const { body, place } = compileText({ ...empty, body: '-{{a}}-', escape: kind }, tables);
          const text = written(new ByteTemplate([[body ?? '', place]]), of).toString('utf8');
          expect(text).toBe(renderTemplate(body ?? [], of, place.escaped));
          if (kind === 'json') expect(JSON.parse(`"${text}"`)).toBe(`-${value}-`);
          if (kind === 'url') expect(decodeURIComponent(text)).toBe(`-${value}-`);
        }
      }),
    );
  });

  it('leaves no letter in a header that would be cut to its last octet', () => {
    const tables = new DataTables([rowTable(['a'], [['a\u010ax: y \u{1f600}é']])]);
    const [[, parts] = []] = compileText({ ...empty, headers: [['h', '{{o.a}}']] }, tables).headers;
    const template = new ByteTemplate([[parts ?? '', textPlaces.header]]);
    expect(written(template, { sequence: 0, seed: 1 }).toString('latin1')).toBe('a?x: y ?é');
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
