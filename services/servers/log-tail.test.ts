import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogTail } from './log-tail.ts';

describe('the end of a log', () => {
  it('consists of whole lines, and is bounded', () => {
    const line = fc.record({ sign: fc.constantFrom('a', 'é', ' '), length: fc.nat(30_000) });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.integer({ min: 1, max: 40_000 }),
        (lines, size) => {
          const all = lines.map(({ sign, length }) => `${sign.repeat(length)}\n`).join('');
          const log = new LogTail();
          for (let at = 0; at < all.length; at += size) log.add(all.slice(at, at + size));
          expect(all.endsWith(log.text)).toBe(true);
          expect(log.text.length).toBeLessThanOrEqual(128_000);
          const before = all.slice(0, all.length - log.text.length);
          expect(before === '' || before.endsWith('\n')).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('drops a line that is longer than everything', () => {
    const log = new LogTail();
    log.add('a'.repeat(200_000));
    expect(log.text).toBe('');
    log.add('\nlast\n');
    expect(log.text).toBe('\nlast\n');
  });

  it('resolves when a text has been written, even in pieces', async () => {
    const log = new LogTail();
    const wrote = log.wrote('listening on');
    log.add('2026 lis');
    log.add('tening ');
    log.add('on 8080');
    await wrote;
    await log.wrote('8080');
  });
});
