import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionLimits, maxUsers, parseDescriptorLimit, parsePortRange } from './limits.ts';

const procLimits = `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max open files            1024                 524288               files
Max locked memory         8388608              8388608              bytes
`;

describe('parseDescriptorLimit', () => {
  it.each([
    ['a soft limit', procLimits, 1024],
    ['no limit', procLimits.replace('1024 ', 'unlimited '), Number.MAX_SAFE_INTEGER],
    ['no such line', 'Max cpu time unlimited', undefined],
    ['nonsense', 'Max open files  -3  7', undefined],
    ['nothing', '', undefined],
  ])('reads %s', (_name, text, expected) => {
    expect(parseDescriptorLimit(text)).toBe(expected);
  });

  it('yields a whole number or nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const limit = parseDescriptorLimit(`Max open files ${text}`);
        expect(limit === undefined || Number.isSafeInteger(limit)).toBe(true);
      }),
    );
  });
});

describe('parsePortRange', () => {
  it.each([
    ['32768\t60999\n', 28_232],
    ['1024 1024', 1],
    ['60999 32768', undefined],
    ['1 70000', undefined],
    ['', undefined],
    ['a b', undefined],
  ])('counts the ports of %j', (text, expected) => {
    expect(parsePortRange(text)).toBe(expected);
  });

  it('stays within the valid ports', () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.nat(99_999), (first, last) => {
        const ports = parsePortRange(`${first} ${last}`);
        expect(ports === undefined || (ports >= 1 && ports <= 65_536)).toBe(true);
      }),
    );
  });
});

it('finds limits on this machine', () => {
  const { descriptors, ports } = connectionLimits();
  expect(Math.min(descriptors, ports)).toBeGreaterThan(0);
});

describe('maxUsers', () => {
  it.each([
    [{ descriptors: 1024, ports: 28_232 }, 24, 800],
    [{ descriptors: 1_000_000, ports: 28_232 }, 0, 28_232],
    [{ descriptors: 100, ports: 28_232 }, 0, 0],
  ])('fits users into %j with %i descriptors for workers', (limits, overhead, expected) => {
    expect(maxUsers(limits, overhead)).toBe(expected);
  });
});
