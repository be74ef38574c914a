import type { Saturation } from '../contracts/result.ts';

/**
 * Identifies saturation curves by shape, plus the repetition if the shape has several, because each has its
 * own curves and saturation points: `small`, `small, repetition 1`.
 * @param saturations all of the run.
 */
export function nameOfCurves(
  saturations: readonly Saturation[],
  shape: string,
  repetition: number,
): string {
  const own = saturations.filter(({ cell }) => cell.shape === shape);
  const repeated = own.some((one) => one.repetition !== repetition);
  return repeated ? `${shape}, repetition ${repetition}` : shape;
}

/** The title of these curves. */
export function titleOfCurves(...curves: Parameters<typeof nameOfCurves>): string {
  return `Saturation, ${nameOfCurves(...curves)}`;
}
