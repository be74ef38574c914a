import { z } from 'zod';

/** Longest custom description, in characters; four bytes each still fit the services' message limit. */
export const maxShapeLength = 6_000_000;

/**
 * A shape in the experiment file and in a cell: a named one of the workload, or one in the workload's own
 * grammar such as `echo:5000`. Its existence is checked where the workload is known.
 */
export const shapeSchema = z
  .string({ error: 'expected a shape' })
  .regex(/^[A-Za-z0-9][\w.:+/-]{0,199}$/, 'expected the name of a shape, such as small');
