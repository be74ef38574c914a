import type { Difference } from '../../../contracts/compare.ts';
import { type Cell, describeLevel } from '../../../contracts/experiment/cell.ts';
import { type FactorName, surroundings } from '../../../contracts/experiment/factors.ts';
import { settingAt } from '../../../contracts/experiment/settings.ts';
import { countOf, inSeries } from '../../../metrics/format.ts';
import { coreSharing } from '../core-sharing.ts';
import { byLikelihood, differing } from './difference.ts';
import { environmentDifferences } from './environment-differences.ts';
import { experimentDifferences } from './experiment-differences.ts';
import type { MeasuredRun } from './measured-run.ts';

/** All known differences between two runs, besides the cells themselves, likeliest first. */
export function runDifferences(baseline: MeasuredRun, other: MeasuredRun): Difference[] {
  const [a, b] = [baseline.head, other.head];
  if (a.id === b.id) return [];
  return byLikelihood([
    ...environmentDifferences(a.environment, b.environment),
    ...differing('Workers', 'likely', workersOf(baseline), workersOf(other)),
    ...machineDifferences(baseline, other),
    ...experimentDifferences(a.experiment, b.experiment),
    ...fileDifferences(baseline, other),
    ...differing('Client and service', 'likely', coreSharing(a), coreSharing(b)),
  ]);
}

/** Files of the same name with different content; a file that only one run has also shows in the experiment. */
function fileDifferences(baseline: MeasuredRun, other: MeasuredRun): Difference[] {
  const digest = (sha256: string) => `SHA-256 ${sha256.slice(0, 8)}…`;
  return (other.files ?? []).flatMap(({ path, sha256 }) => {
    const before = baseline.files?.find((file) => file.path === path);
    if (!before || before.sha256 === sha256) return [];
    const words = `${path}: different content`;
    return differing(path, 'likely', digest(before.sha256), digest(sha256), words);
  });
}

/** Machines of the service and the load, and lost ones. */
function machineDifferences(baseline: MeasuredRun, other: MeasuredRun): Difference[] {
  const [before, now] = [computersOfLoad(baseline), computersOfLoad(other)];
  return [
    ...differing('Service', 'likely', placeOfService(baseline), placeOfService(other)),
    // Whether there are any is compared as a setting.
    ...(before === '' || now === '' ? [] : differing('Load machines', 'likely', before, now)),
    ...differing('Lost machines', 'likely', lostIn(baseline), lostIn(other)),
  ];
}

function placeOfService({ trials }: MeasuredRun): string {
  const places = trials.map(({ serviceOn }) =>
    serviceOn
      ? `on ${serviceOn.name}, ${countOf(serviceOn.cores, 'core')} of ${serviceOn.cpu}`
      : 'not on another machine',
  );
  return [...new Set(places)].sort().join(' or ');
}

/** `4 cores of Example CPU 3000`; empty where the computer of the experiment generated the load. */
function computersOfLoad({ trials }: MeasuredRun): string {
  const machines = trials.flatMap((trial) => trial.machines ?? []);
  const kinds = machines.map(({ cores, cpu }) => `${countOf(cores, 'core')} of ${cpu}`);
  return inSeries([...new Set(kinds)].sort());
}

function lostIn({ trials }: MeasuredRun): string {
  const names = trials.flatMap(({ lostMachines = [] }) => lostMachines.map(({ name }) => name));
  return inSeries([...new Set(names)].sort()) || 'none';
}

/** Actual number of worker threads: `1`, or `1 or 2` where trials differ. */
function workersOf({ trials }: MeasuredRun): string {
  const counts = new Set(trials.map(({ client }) => client.workers));
  return [...counts].sort((a, b) => a - b).join(' or ') || 'unknown';
}

/** The factors in which two cells differ. */
export function factorDifferences(baseline: Cell, other: Cell): Difference[] {
  const level = (cell: Cell) => describeLevel(cell) ?? 'levels of its own';
  return [
    ...differing('Protocol', 'likely', baseline.protocol, other.protocol),
    ...differing('Shape', 'likely', baseline.shape, other.shape),
    ...differing('Load', 'likely', level(baseline), level(other)),
    ...differing('TLS', 'likely', baseline.tls, other.tls),
    ...differing('Client', 'likely', baseline.client, other.client),
    ...surroundings.flatMap((name) =>
      differing(labelOf(name), 'likely', baseline[name] ?? 'none', other[name] ?? 'none'),
    ),
  ];
}

function labelOf(factor: FactorName): string {
  const { label = factor, subject = label } = settingAt(`factors.${factor}`) ?? {};
  return subject;
}
