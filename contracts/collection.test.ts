import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameFor, fileNameProblem } from './collection.ts';

describe('the name of an experiment file', () => {
  const usual = ['a.bench.yaml', 'KTH 2024, quick.bench.yml', 'a..b.bench.yaml'];
  it.each([...usual, 'över-nätet.bench.json', '測定.bench.yaml'])('may be %j', (name) =>
    expect(fileNameProblem(name)).toBeNull(),
  );

  it.each([
    ...['', '.bench', ' .bench', '../a.bench', '..\\a.bench', '/etc/a.bench', 'C:a.bench', 'a'],
    ...['.hidden.bench', ' a.bench', 'a .bench', 'a..bench', 'CON.bench', 'lpt1.old.bench'],
    ...['a\u0000.bench', 'a\u202e.bench', 'a\nb.bench', 'a?.bench', '\ud800.bench'],
    ...[`${'a'.repeat(120)}.bench`, `${'測'.repeat(100)}.bench`],
  ])('may not be %j with its ending', (name) =>
    expect(fileNameProblem(name && `${name}.yaml`)).toMatch(/^expected /),
  );

  it('never leads out of its folder, whatever is accepted', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '/', '\\', '.', ':', 'con', '\u0000', ' ', '%2e%2e%2f'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = `${parts.join('')}.bench.yaml`;
        if (fileNameProblem(name) !== null) return;
        expect(name).not.toMatch(/[/\\:\p{Cc}]/u);
        expect(name.startsWith('.')).toBe(false);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240);
      }),
    );
  });

  it('is made of any text, and always right', () => {
    expect(fileNameFor('KTH 2024: REST / SOAP')).toBe('kth-2024-rest-soap.bench.yaml');
    expect(fileNameFor('///')).toBe('experiment.bench.yaml');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        expect(fileNameProblem(fileNameFor(title))).toBeNull();
      }),
    );
  });
});
