import { describe, expect, it } from 'vitest';
import { accepted, refused, unseen } from './kinds.ts';
import { type Looked, tally, withoutNames } from './tally.ts';

const kind = { title: 'OpenAPI', validator: 'Ajv' };
const looked = (more: Partial<Looked>): Looked => ({
  ...{ kind, file: 'a/b.yaml', tree: 'a', declared: 0, unread: null, left: [], verdicts: [] },
  ...more,
});

describe('the tally of descriptions', () => {
  it('is counted, and reasons for rejection are grouped', () => {
    const text = tally([
      looked({ declared: 3, verdicts: [accepted('x'), refused('y', "'id' is no number")] }),
      looked({ file: 'a/c.yaml', declared: 1, verdicts: [refused('z', "'at' is no number")] }),
      looked({ tree: 'b', declared: 2, left: ['Left out v: no example is known.'] }),
      looked({ tree: 'b', file: 'b/d.yaml', declared: null, unread: 'b/d.yaml is empty' }),
      looked({ kind: { title: 'WSDL', validator: 'libxml2' }, verdicts: [unseen('w', 'why')] }),
    ]);
    expect(text).toMatchSnapshot();
  });

  const own = 'it has an address of its own';
  it.each([
    [`Left out getPet: ${own}, https://a.test/b.`, `${own}, ….`],
    ['shop.v1.Orders/Get is left out: no sample of it', 'no sample of it'],
    ["part-12.xsd:1: Element '{urn:a}b': not expected", '…:N: Element …: not expected'],
    ['type Money of urn:a is not known', 'type … of urn:a is not known'],
  ])('%s', (reason, group) => {
    expect(withoutNames(reason)).toBe(group);
  });
});
