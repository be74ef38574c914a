import { z } from 'zod';
import { maxShapeLength } from '../../contracts/experiment/shape.ts';

/** Named shapes of the `product` workload: length of the description in characters, and the operation. */
export const namedShapes = {
  small: { operation: 'echo', length: 16 },
  typical: { operation: 'modify', length: 361 },
  large: { operation: 'echo', length: 2_000_000 },
  stress: { operation: 'modify', length: 2_000_000 },
} as const;
export const shapeNames = Object.keys(namedShapes) as (keyof typeof namedShapes)[];

const operationSchema = z.enum(['echo', 'modify']);
export type Operation = z.infer<typeof operationSchema>;

export interface Shape {
  readonly operation: Operation;
  /** Characters (code points) in the description. */
  readonly length: number;
}

export const customProductShape = /^(echo|modify):(\d{1,7})$/;

/** Reads `small`, `typical`, `large`, `stress`, or a custom shape such as `echo:5000`. */
export function parseShape(name: string): Shape | undefined {
  const named = shapeNames.find((candidate) => candidate === name);
  if (named) return namedShapes[named];
  const match = customProductShape.exec(name);
  if (!match) return undefined;
  const length = Number(match[2]);
  return length <= maxShapeLength ? { operation: match[1] as Operation, length } : undefined;
}

/** Description of valid shapes, for error messages. */
export const shapeHelp = `expected small, typical, large, stress, or OPERATION:LENGTH such as echo:5000 or modify:361 (at most ${maxShapeLength} characters)`;
