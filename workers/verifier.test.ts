import { describe, expect, it } from 'vitest';
import type { Product } from '../contracts/workloads/product.ts';
import { Verifier } from './verifier.ts';

const expected: Product = { id: '1', name: 'n', description: 'd' };
const good = () => ({ ...expected });

describe('Verifier', () => {
  it('asks for no, all or some answers', () => {
    const asked = (mode: 'none' | 'all' | 'sample') => {
      const verifier = new Verifier(mode, expected);
      return Array.from({ length: 201 }, () => verifier.wantsReply()).flatMap((wanted, at) =>
        wanted ? [at] : [],
      );
    };
    expect(asked('none')).toEqual([]);
    expect(asked('all')).toHaveLength(201);
    expect(asked('sample')).toEqual([0, 1, 2, 3, 100, 200]);
  });

  it('takes an answer that is what the operation must return', () => {
    expect(new Verifier('all', expected).check(10, good)).toBeNull();
  });

  it.each([
    ['id', { ...expected, id: '2' }],
    ['name', { ...expected, name: '' }],
    ['description', { ...expected, description: 'D' }],
  ])('says that the %s is another', (field, product) => {
    expect(new Verifier('all', expected).check(10, () => product)).toMatchObject({
      kind: 'mismatch',
      code: 'CONTENT',
      message: expect.stringContaining(`another ${field}`),
    });
  });

  it('says that an answer cannot be decoded', () => {
    const broken = () => {
      throw new SyntaxError('not this');
    };
    expect(new Verifier('all', expected).check(10, broken)).toMatchObject({
      kind: 'mismatch',
      code: 'UNDECODABLE',
      message: expect.stringContaining('not this'),
    });
  });

  it('finds answers of another size among those that nobody decodes', () => {
    const verifier = new Verifier('sample', expected);
    expect([verifier.check(10, good), verifier.check(10, null)]).toEqual([null, null]);
    expect(verifier.check(11, null)).toMatchObject({ kind: 'mismatch', code: 'SIZE' });
    expect(verifier.check(10, null)).toBeNull();
  });

  it('goes by the first size when nothing is decoded', () => {
    const verifier = new Verifier('none', expected);
    expect([7, 7, 8, 7].map((size) => verifier.check(size, null)?.code ?? null)).toEqual([
      null,
      null,
      'SIZE',
      null,
    ]);
  });

  it('learns no size from an answer that was wrong', () => {
    const verifier = new Verifier('sample', expected);
    verifier.check(99, () => ({ ...expected, id: 'x' }));
    expect(verifier.check(10, good)).toBeNull();
    expect(verifier.check(10, null)).toBeNull();
  });
});
