import { describeCell } from '../../../../contracts/experiment/cell.ts';
import type { FactorName } from '../../../../contracts/experiment/factors.ts';
import type { StudyArm } from '../../../../contracts/statistics.ts';
import { type CountedSample, meanOf, medianOf, sampleSize } from '../../../stats/counted.ts';
import { ecdf } from '../../../stats/ecdf.ts';
import type { MeasuredCell } from '../../compare/measured-run.ts';
import { levelOfFactor } from '../factors.ts';

/** Maximum steps of a distribution function in a chart. */
const maxSteps = 160;

/** A sample of a cell, described. */
export function armOf({ cell }: MeasuredCell, factor: FactorName, sample: CountedSample): StudyArm {
  return {
    level: levelOfFactor(factor, cell) ?? '',
    cell,
    size: sampleSize(sample),
    mean: meanOf(sample),
    median: medianOf(sample),
    ecdf: ecdf(sample, maxSteps),
  };
}

/** Common levels of both cells of a pair, in words. */
export function commonName({ cell }: MeasuredCell, factor: FactorName): string {
  const level = levelOfFactor(factor, cell) ?? '';
  const own = ['protocol', 'shape', 'client'].includes(factor)
    ? [level]
    : [`${factor} ${level}`, `${level} users`, `${level} user`, `${level} per second`];
  const parts = describeCell(cell).split(' · ');
  return parts.filter((part) => !own.includes(part)).join(' · ');
}
