import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkTemplates,
  compileTemplate,
  isTemplate,
  renderTemplate,
  TemplateFault,
} from './template.ts';

const render = (text: string, sequence = 0, seed = 1) =>
  renderTemplate(compileTemplate(text), { sequence, seed });

describe('a template', () => {
  it('is its own text without values', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!isTemplate(text));
        expect(render(text)).toBe(text);
      }),
    );
  });

  it('inserts values and keeps all other text', () => {
    expect(render('a{{sequence}}b{{ sequence }}c', 7)).toBe('a7b7c');
    expect(render('{{sequence}}', 2 ** 33)).toBe(String(2 ** 33));
  });

  it('escapes values, not the text around them', () => {
    const parts = compileTemplate('"{{sequence}}"');
    expect(renderTemplate(parts, { sequence: 1, seed: 1 }, (value) => `<${value}>`)).toBe('"<1>"');
  });

  it('generates integers within bounds, all of them eventually', () => {
    const seen = new Set<string>();
    for (let sequence = 0; sequence < 300; sequence++) seen.add(render('{{int -2 2}}', sequence));
    expect([...seen].sort()).toEqual(['-1', '-2', '0', '1', '2']);
  });

  it('generates the same for the same seed and request, otherwise something else', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 2 ** 40 }), (seed, sequence) => {
        const first = render('{{uuid}}', sequence, seed);
        expect(render('{{uuid}}', sequence, seed)).toBe(first);
        expect(render('{{uuid}}', sequence + 1, seed)).not.toBe(first);
        expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      }),
    );
  });

  it('generates different contents for two equal values in one text', () => {
    const [first, second] = render('{{uuid}} {{uuid}}').split(' ');
    expect(first).not.toBe(second);
  });

  it.each([
    ['{{user name}}', /without anything after the name/],
    ['{{colour}}', /no value is called "colour": expected uuid/],
    ['{{}}', /no value is called ""/],
    ['{{int 1}}', /expected two whole numbers/],
    ['{{int 5 1}}', /FROM at most TO/],
    ['{{int 1 1e3}}', /two whole numbers/],
  ])('refuses %s', (text, message) => {
    expect(() => compileTemplate(text)).toThrow(TemplateFault);
    expect(() => compileTemplate(text)).toThrow(message);
    expect(() => checkTemplates({ a: [{ b: text }] })).toThrow(message);
  });

  it('is compiled from any text, or refused', () => {
    const braces = fc
      .array(fc.constantFrom('{{', '}}', 'int', ' ', '1', '\n', 'uuid', 'é'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(braces, (text) => {
        try {
          compileTemplate(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateFault);
        }
      }),
    );
  });
});

describe('values of a template', () => {
  const of = { sequence: 5, seed: 1, user: 3, iteration: 4 };
  const value = (text: string, number: object = of) =>
    renderTemplate(compileTemplate(text), number as typeof of);

  it('are of the request, its user and its iteration', () => {
    expect(value('{{sequence}} {{user}} {{iteration}}')).toBe('5 3 4');
    expect(value('{{user}} {{iteration}}', { sequence: 5, seed: 1 })).toBe('0 0');
    const before = Date.now();
    const now = value('{{now}}');
    expect(new Date(now).toISOString()).toBe(now);
    expect(Date.parse(now)).toBeGreaterThanOrEqual(before);
  });
});
