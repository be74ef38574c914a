import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnergySource } from '../../../contracts/energy.ts';
import { messageOf } from '../../../contracts/errors.ts';

/** Counters of this machine's processors, and of memory where available. */
export interface EnergyCounters {
  readonly domains: readonly string[];
  /** The value at which each counter wraps around, in microjoules. */
  readonly ranges: readonly number[];
  /** The current reading of each, in microjoules. @throws when one is no longer readable. */
  read(): number[];
}

export type EnergyFinding =
  | { readonly kind: 'rapl'; readonly counters: EnergyCounters }
  | (EnergySource & { readonly kind: 'none' });

/** Path on Linux; a container may have the tree elsewhere. */
function powercapRoot(): string {
  return process.env.WIREBENCH_POWERCAP ?? '/sys/class/powercap';
}

/** Zones and their parts, one level down. `intel-rapl-mmio` counts the same energy again, and is left out. */
const zonePattern = /^intel-rapl:\d+(:\d+)?$/;
/** `core` and `uncore` are parts of the package, and `psys` contains all of it: each would be counted twice. */
const countedNames = /^(package-\d+(-die-\d+)?|dram)$/;

interface Zone {
  readonly name: string;
  readonly range: number;
  readonly file: string;
}

/**
 * Finds the counters of RAPL (Running Average Power Limit) in the Linux powercap tree.
 * @param mayRead whether this process may read a file.
 */
export function findEnergyCounters(
  root = powercapRoot(),
  mayRead: (file: string) => boolean = isReadable,
): EnergyFinding {
  const zones = zonesIn(root);
  if (zones.length === 0) {
    return none(
      'absent',
      'This machine shows no energy counters: they need Linux on a processor with RAPL, and virtual machines and containers rarely expose them. Choose estimate as the source of energy to have it estimated from CPU time.',
    );
  }
  const closed = zones.find(({ file }) => !mayRead(file));
  if (closed) {
    return none(
      'denied',
      `The energy counters are there, but you are not allowed to read them: give your user read access to ${closed.file} and the other counters, or run as a user who has it.`,
    );
  }
  const counters: EnergyCounters = {
    domains: zones.map(({ name }) => name),
    ranges: zones.map(({ range }) => range),
    read: () => zones.map(({ file }) => numberIn(file)),
  };
  try {
    counters.read();
  } catch (error) {
    return none('unreadable', `The energy counters cannot be read: ${messageOf(error)}.`);
  }
  return { kind: 'rapl', counters };
}

/** The run's environment describes them with this. */
export function describeEnergySource(finding: EnergyFinding): EnergySource {
  if (finding.kind === 'none') return finding;
  return { kind: 'rapl', domains: [...finding.counters.domains] };
}

function none(why: (EnergySource & { kind: 'none' })['why'], text: string): EnergyFinding {
  return { kind: 'none', why, text };
}

function zonesIn(root: string): Zone[] {
  return namesIn(root)
    .filter((name) => zonePattern.test(name))
    .sort()
    .flatMap((folder) => zoneOf(join(root, folder)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Undefined for a zone without a name or range, or one that would be counted twice. */
function zoneOf(folder: string): Zone[] {
  try {
    const name = readFileSync(join(folder, 'name'), 'utf8').trim();
    if (!countedNames.test(name)) return [];
    const range = numberIn(join(folder, 'max_energy_range_uj'));
    return [{ name, range, file: join(folder, 'energy_uj') }];
  } catch {
    return [];
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EACCES');
  }
}

function numberIn(file: string): number {
  const text = readFileSync(file, 'utf8').trim();
  if (!/^\d{1,15}$/.test(text))
    throw new Error(`${file} contains no number but "${text.slice(0, 40)}"`);
  return Number(text);
}
