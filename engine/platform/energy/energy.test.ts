import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { CounterSum, countedSince } from './counter.ts';
import { EnergyMeter } from './meter.ts';
import { describeEnergySource, type EnergyCounters, findEnergyCounters } from './powercap.ts';

describe('a counter that wraps around', () => {
  it('counts across its end', () => {
    expect(countedSince(990, 20, 1000)).toBe(30);
    expect(countedSince(20, 990, 1000)).toBe(970);
  });

  it('adds up to exactly what was drawn, whatever the steps', () => {
    const range = 1_000_000;
    const steps = fc.array(fc.integer({ min: 0, max: range - 1 }), { minLength: 1 });
    fc.assert(
      fc.property(fc.nat(range - 1), steps, (start, drawn) => {
        let counter = start;
        const sum = new CounterSum([counter], [range]);
        for (const step of drawn) {
          counter = (counter + step) % range;
          sum.add([counter]);
        }
        const wanted = drawn.reduce((total, step) => total + step, 0);
        expect(sum.joules).toBe(wanted / 1e6);
        expect(sum.samples).toBe(drawn.length + 1);
      }),
    );
  });
});

/** A powercap tree as on Linux. */
function fakeTree(zones: Readonly<Record<string, { name: string; uj: number | string }>>): string {
  const root = temporaryFolder();
  for (const [folder, { name, uj }] of Object.entries(zones)) {
    mkdirSync(join(root, folder));
    writeFileSync(join(root, folder, 'name'), `${name}\n`);
    writeFileSync(join(root, folder, 'energy_uj'), `${uj}\n`);
    writeFileSync(join(root, folder, 'max_energy_range_uj'), '262143328850\n');
  }
  return root;
}

function found(root: string) {
  const finding = findEnergyCounters(root);
  if (finding.kind !== 'rapl') throw new Error(finding.text);
  return finding;
}

describe('the powercap tree', () => {
  it('is read for packages and memory, counting nothing twice', () => {
    const root = fakeTree({
      'intel-rapl:0': { name: 'package-0', uj: 1_000_000 },
      'intel-rapl:0:0': { name: 'core', uj: 1 },
      'intel-rapl:0:1': { name: 'dram', uj: 2_000_000 },
      'intel-rapl:1': { name: 'package-1', uj: 3_000_000 },
      'intel-rapl:2': { name: 'psys', uj: 4 },
      'intel-rapl-mmio:0': { name: 'package-0', uj: 5 },
    });
    const finding = found(root);
    expect(finding.counters.domains).toEqual(['package-0', 'dram', 'package-1']);
    expect(finding.counters.ranges).toEqual([262143328850, 262143328850, 262143328850]);
    expect(finding.counters.read()).toEqual([1_000_000, 2_000_000, 3_000_000]);
    const { domains } = finding.counters;
    expect(describeEnergySource(finding)).toEqual({ kind: 'rapl', domains });
  });

  it('is missing where there is none, or nothing in it', () => {
    for (const root of [join(temporaryFolder(), 'nowhere'), temporaryFolder()]) {
      expect(findEnergyCounters(root)).toMatchObject({ kind: 'none', why: 'absent' });
    }
  });

  it.each([
    ['without a number', 'many', true, 'unreadable', 'no number but "many"'],
    ['that may not be read', 1, false, 'denied', ''],
  ])('is distinguished from counters %s', (_what, uj, readable, why, words) => {
    const root = fakeTree({ 'intel-rapl:0': { name: 'package-0', uj } });
    const finding = readable ? findEnergyCounters(root) : findEnergyCounters(root, () => false);
    expect(finding).toMatchObject({ kind: 'none', why });
    expect(describeEnergySource(finding)).toHaveProperty('text', expect.stringContaining(words));
  });
});

describe('a meter', () => {
  const sourcesOf = (counters: EnergyCounters) => {
    const clock = { seconds: 10, cpu: 100 };
    const sources = { counters, now: () => clock.seconds, machineCpuSeconds: () => clock.cpu };
    return { clock, sources };
  };

  it('reads real files, wrap-around included, exactly', () => {
    const root = fakeTree({ 'intel-rapl:0': { name: 'package-0', uj: 262_143_000_000 } });
    const finding = found(root);
    const { clock, sources } = sourcesOf(finding.counters);
    const meter = new EnergyMeter(sources, 60_000);
    const write = (uj: number) => writeFileSync(join(root, 'intel-rapl:0', 'energy_uj'), `${uj}\n`);
    meter.start();
    write(262_143_328_850);
    meter.sample();
    write(671_150);
    Object.assign(clock, { seconds: 14, cpu: 106 });
    meter.stop();
    write(999_999_999);
    meter.stop();
    const reading = { joules: 1, seconds: 4, samples: 3, machineCpuSeconds: 6 };
    expect(meter.reading()).toEqual({ ...reading, complete: true });
  });

  it('says when the counters disappeared before the end', () => {
    const root = fakeTree({ 'intel-rapl:0': { name: 'package-0', uj: 0 } });
    const finding = found(root);
    const meter = new EnergyMeter(sourcesOf(finding.counters).sources, 60_000);
    meter.start();
    rmSync(join(root, 'intel-rapl:0'), { recursive: true });
    meter.stop();
    expect(meter.reading()).toMatchObject({ joules: 0, complete: false });
  });
});
