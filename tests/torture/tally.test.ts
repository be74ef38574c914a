import { describe, expect, it } from 'vitest';
import { countsTable, expectations, remarks } from './table.ts';
import { isBroken, type KindReport, Tally } from './tally.ts';

const about = { kind: 'bytes', promise: 'Nothing breaks.', expected: 10, seconds: 1 };

function reportOf(act: (tally: Tally) => void): KindReport {
  const tally = new Tally();
  act(tally);
  return tally.report(about);
}

describe('a tally', () => {
  it('counts tries by outcome, and keeps the text of the first breaches', () => {
    const report = reportOf((tally) => {
      tally.count('databases', 'told', 1200);
      tally.count('databases', 'unharmed');
      tally.count('settings', 'lost');
      for (let number = 0; number < 30; number += 1) {
        tally.breach({ what: 'settings', saw: 'it died', again: `case ${number}` });
      }
      tally.measure('MB', 3);
      tally.measure('MB', 2);
    });
    expect(isBroken(report)).toBe(true);
    expect(report.breaches).toHaveLength(20);
    expect(report.measures).toEqual({ MB: 3 });
    expect(countsTable([report]).split('\n').slice(2)).toEqual([
      '| bytes | databases | 1 201 | 1 | 1 200 | 0 | 0 |',
      '| bytes | settings | 31 | 0 | 0 | 1 | **30** |',
      '| **bytes** | all | 1 232 | 1 | 1 200 | 1 | **30** |',
    ]);
    expect(remarks([report]).split('\n').slice(0, 2)).toEqual([
      '- bytes: MB 3',
      '- bytes: **broken**: settings: it died (case 0)',
    ]);
  });

  it('is complete if nothing is broken, and lists what could not be tried', () => {
    const report = reportOf((tally) => {
      tally.count('databases', 'told');
      tally.missing('small disks', 'only root mounts disks');
    });
    expect(isBroken(report)).toBe(false);
    expect(expectations([report])).toBe(
      '- bytes: 1 tries of at least 10 in ten minutes, which is **too few**',
    );
    expect(remarks([report])).toBe('- bytes: not tried: small disks (only root mounts disks)');
  });
});
