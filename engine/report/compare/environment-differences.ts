import type { Difference } from '../../../contracts/compare.ts';
import type { Environment } from '../../../contracts/result.ts';
import { formatBytes } from '../../../metrics/format.ts';
import { differing } from './difference.ts';

/** Differences between the machines and programs of two runs. */
export function environmentDifferences(baseline: Environment, other: Environment): Difference[] {
  return [
    ...another('CPU', 'likely', baseline.cpu, other.cpu),
    ...differing('Cores', 'likely', String(baseline.cores), String(other.cores)),
    ...another('architecture', 'likely', baseline.arch, other.arch),
    ...another('Node', 'possible', baseline.node, other.node),
    ...libraryDifferences(baseline.libraries, other.libraries),
    ...another('Wirebench', 'possible', baseline.wirebench, other.wirebench),
    ...another('operating system', 'possible', baseline.os, other.os),
    ...differing(
      'Memory',
      'unlikely',
      formatBytes(baseline.memoryBytes),
      formatBytes(other.memoryBytes),
    ),
  ];
}

/** `Different CPU: X vs Y` */
function another(
  subject: string,
  likelihood: Difference['likelihood'],
  baseline: string,
  other: string,
): Difference[] {
  const words = `Different ${subject}: ${other} vs ${baseline}`;
  const name = subject.charAt(0).toUpperCase() + subject.slice(1);
  return differing(name, likelihood, baseline, other, words);
}

type Libraries = Environment['libraries'];

function libraryDifferences(baseline: Libraries, other: Libraries): Difference[] {
  const names = [...new Set([...Object.keys(baseline), ...Object.keys(other)])].sort();
  return names.flatMap((name) =>
    another(
      `version of ${name}`,
      'possible',
      baseline[name] ?? 'not recorded',
      other[name] ?? 'not recorded',
    ),
  );
}
