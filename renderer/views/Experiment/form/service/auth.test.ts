import { expect, it } from 'vitest';
import { authSchema } from '../../../../../contracts/experiment/auth.ts';
import { authFields, authKinds, isLiteral, newAuth } from './auth.ts';

it.each(authKinds)(
  'kinds of authentication begin with what the file format takes: $value',
  ({ value, fields }) => {
    const auth = newAuth(value);
    expect(authSchema.safeParse(auth).success).toBe(true);
    const secrets = fields.filter(({ secret }) => secret);
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.some(({ example }) => isLiteral(example))).toBe(false);
  },
);

it('kinds of authentication are all of the file format', () => {
  expect(authKinds.map(({ value }) => value)).toEqual(Object.keys(authSchema.shape));
});

it.each([
  [{ 'api-key': { header: 'x-key', value: 'k' } }, ['header', 'value']],
  [{ 'api-key': { query: 'key', value: 'k' } }, ['query', 'value']],
])('kinds of authentication ask for a key where it stands: %o', (auth, keys) => {
  expect(authSchema.safeParse(auth).success).toBe(true);
  const [kind] = authKinds.filter(({ value }) => value === 'api-key');
  expect(authFields(kind ?? { fields: [] }, auth).map(({ path }) => path[1])).toEqual(keys);
});

it('kinds of authentication distinguish a secret in the file from one in the environment', () => {
  expect(isLiteral('hunter2')).toBe(true);
  expect(isLiteral(['Bearer $', '{TOKEN}'].join(''))).toBe(false);
  expect(isLiteral('')).toBe(false);
});
