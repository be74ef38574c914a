import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownServiceProtocols } from './by-protocol.ts';
import {
  checkIn,
  checkSchema,
  describeCheck,
  type WrittenCheck,
  writtenCheckSchema,
} from './checks.ts';

const places = [{ path: '$.id' }, { xpath: '//id' }, { header: 'etag' }, { body: true as const }];
const tests = [{ equals: 7 }, { contains: 'a' }, { matches: '^a' }, { exists: true }];
const [placeOf, testOf] = [fc.constantFrom(...places), fc.constantFrom(...tests)];
const statusOf = fc.integer({ min: 0, max: 999 }).map((status) => ({ status }));
const plain = fc.oneof(
  fc.tuple(placeOf, testOf).map(([place, test]) => ({ ...place, ...test })),
  statusOf,
);
const part = fc.oneof(placeOf, testOf, statusOf, plain, fc.constant({}));
const written = fc
  .tuple(part, fc.dictionary(fc.constantFrom(...ownServiceProtocols), part, { maxKeys: 3 }))
  .map(([common, own]) => ({ ...common, ...own }));

describe('a check by protocol', () => {
  it('becomes a separate check in each protocol, or none', () => {
    fc.assert(
      fc.property(written, (check) => {
        const { data } = writtenCheckSchema.safeParse(check);
        if (!data) return;
        const asked = ownServiceProtocols.map((protocol) => checkIn(data, protocol));
        for (const one of asked) if (one) expect(checkSchema.parse(one)).toEqual(one);
        expect(asked.some((one) => one !== null)).toBe(true);
      }),
    );
  });

  it('applies to every protocol if none is named', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom(...ownServiceProtocols), (check, protocol) => {
        expect(checkIn(writtenCheckSchema.parse(check), protocol)).toEqual(check);
      }),
    );
  });

  it.each<[WrittenCheck, rest: string | null, soap: string | null, grpc: string | null]>([
    [{ path: '$.id', soap: { xpath: '//id' }, equals: 7 }, '$.id = 7', '//id = 7', '$.id = 7'],
    [{ rest: { path: '$.id' }, soap: { xpath: '//id' }, equals: 7 }, '$.id = 7', '//id = 7', null],
    [{ path: '$.id', equals: 7, grpc: { equals: '7' } }, '$.id = 7', '$.id = 7', '$.id = "7"'],
    [{ status: 201, grpc: { status: 0 } }, 'status 201', 'status 201', 'status 0'],
    [{ path: '$', exists: true, soap: { status: 200 } }, '$ exists', 'status 200', '$ exists'],
    [{ status: 201, soap: { xpath: '/a', exists: true } }, 'status 201', '/a exists', 'status 201'],
    [{ rest: { header: 'etag', exists: true } }, 'header etag exists', null, null],
  ])('%j has its own form in each protocol', (check, ...words) => {
    const read = writtenCheckSchema.parse(check);
    const asked = (['rest', 'soap', 'grpc'] as const).map((protocol) => checkIn(read, protocol));
    expect(asked.map((one) => one && describeCheck(one))).toEqual(words);
    // HTTP/2 uses the requests and answers of HTTP/1.1.
    expect(checkIn(read, 'rest-h2')).toEqual(asked[0]);
  });

  it.each([
    [{ soap: { xpath: '//id' } }, 'soap', 'exactly one of equals, contains'],
    [{ equals: 7 }, '', 'exactly one of status, header'],
    [{ path: '$.id', soap: { xpath: '//id', equals: 7 } }, '', 'exactly one of equals, contains'],
    [{ equals: 7, soap: { xpath: '//id', path: '$.id' } }, 'soap', 'exactly one of status, header'],
    [{ status: 200, soap: { equals: 7 } }, 'soap', 'nothing beside status'],
    [{ path: '$.id', equals: 7, soap: {} }, 'soap', 'what differs in this protocol'],
    [{ path: '$.id', equals: 7, rsocket: { path: '$' } }, '', 'rsocket'],
  ])('%j is refused', (check, path, words) => {
    const { error } = writtenCheckSchema.safeParse(check);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
    expect(error?.issues.map(({ message }) => message).join()).toContain(words);
  });
});
