import { describe, expect, it } from 'vitest';
import type { Message } from '../workloads/description.ts';
import type { Product } from '../workloads/product/product.ts';
import { Verifier } from './verifier.ts';

const expected: Product = { id: '1', name: 'n', description: 'd' };
const asked = { id: '1' };
const requests = {
  sameLength: true,
  judge: (request: Message, answer: Message) => {
    if (request !== asked) return 'The request is another';
    const field = Object.entries(expected).find(([name, value]) => answer[name] !== value);
    return field ? `The answer has another ${field[0]}` : null;
  },
};
const good = () => ({ ...expected });

describe('Verifier', () => {
  it('selects no, all or some answers', () => {
    const asked = (mode: 'none' | 'all' | 'sample') => {
      const verifier = new Verifier(mode, requests);
      return Array.from({ length: 201 }, () => verifier.wantsReply()).flatMap((wanted, at) =>
        wanted ? [at] : [],
      );
    };
    expect(asked('none')).toEqual([]);
    expect(asked('all')).toHaveLength(201);
    expect(asked('sample')).toEqual([0, 1, 2, 3, 100, 200]);
  });

  it('accepts the expected answer', () => {
    expect(new Verifier('all', requests).check(asked, 10, good)).toBeNull();
  });

  it.each([
    ['id', { ...expected, id: '2' }],
    ['name', { ...expected, name: '' }],
    ['description', { ...expected, description: 'D' }],
  ])('reports a different %s', (field, product) => {
    expect(new Verifier('all', requests).check(asked, 10, () => product)).toMatchObject({
      kind: 'mismatch',
      code: 'CONTENT',
      message: expect.stringContaining(`another ${field}`),
    });
  });

  it('keeps the first verified call on request', () => {
    const [keeping, other] = [new Verifier('all', requests, true), new Verifier('all', requests)];
    const wrong = () => ({ ...expected, id: '2' });
    for (const verifier of [keeping, other]) {
      for (const reply of [wrong, good, good]) verifier.check(asked, 10, reply);
    }
    expect(keeping.firstRight).toEqual({ request: asked, answer: expected });
    expect(other.firstRight).toBeNull();
  });

  it('reports an answer that cannot be decoded', () => {
    const broken = () => {
      throw new SyntaxError('not this');
    };
    expect(new Verifier('all', requests).check(asked, 10, broken)).toMatchObject({
      kind: 'mismatch',
      code: 'UNDECODABLE',
      message: expect.stringContaining('not this'),
    });
  });

  it('detects answers of another size among those that are not decoded', () => {
    const verifier = new Verifier('sample', requests);
    expect([verifier.check(asked, 10, good), verifier.check(asked, 10, null)]).toEqual([
      null,
      null,
    ]);
    expect(verifier.check(asked, 11, null)).toMatchObject({ kind: 'mismatch', code: 'SIZE' });
    expect(verifier.check(asked, 10, null)).toBeNull();
  });

  it('uses the first size if nothing is decoded', () => {
    const verifier = new Verifier('none', requests);
    expect([7, 7, 8, 7].map((size) => verifier.check(asked, size, null)?.code ?? null)).toEqual([
      null,
      null,
      'SIZE',
      null,
    ]);
  });

  it('accepts answers of any size if right ones differ in length', () => {
    const verifier = new Verifier('sample', { ...requests, sameLength: false });
    expect([7, 7, 8].map((size) => verifier.check(asked, size, null))).toEqual([null, null, null]);
  });

  it('learns no size from an answer that was wrong', () => {
    const verifier = new Verifier('sample', requests);
    verifier.check(asked, 99, () => ({ ...expected, id: 'x' }));
    expect(verifier.check(asked, 10, good)).toBeNull();
    expect(verifier.check(asked, 10, null)).toBeNull();
  });
});
