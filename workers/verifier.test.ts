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

  it.each([
    ['nothing in the expected answer', {}, null],
    ['a different id', { id: '2' }, 'CONTENT: .* another id'],
    ['a different name', { name: '' }, 'CONTENT: .* another name'],
    ['a different description', { description: 'D' }, 'CONTENT: .* another description'],
    ['what cannot be decoded', null, 'UNDECODABLE: .*not this'],
  ])('reports %s', (_what, change, words) => {
    const failure = new Verifier('all', requests).check(asked, 10, () => {
      if (!change) throw new SyntaxError('not this');
      return { ...expected, ...change };
    });
    if (!words) return expect(failure).toBeNull();
    expect(failure?.kind).toBe('mismatch');
    expect(`${failure?.code}: ${failure?.message}`).toMatch(new RegExp(words));
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

  it.each([
    ['answers of another size, after one that was decoded', 'sample', true, [10, 11, 10], [1]],
    ['those of another than the first size if none is decoded', 'none', true, [7, 7, 8, 7], [2]],
    ['none if right ones differ in length', 'sample', false, [7, 7, 8], []],
  ] as const)('reports of sizes alone %s', (_what, mode, sameLength, sizes, wrong) => {
    const verifier = new Verifier(mode, { ...requests, sameLength });
    if (mode === 'sample' && sameLength) {
      // An answer that was wrong has taught no size.
      verifier.check(asked, 99, () => ({ ...expected, id: 'x' }));
      expect(verifier.check(asked, 10, good)).toBeNull();
    }
    const codes = sizes.map((size) => verifier.check(asked, size, null)?.code ?? null);
    expect(codes).toEqual(sizes.map((_, at) => (wrong.some((one) => one === at) ? 'SIZE' : null)));
  });
});
