import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { studentQuantile } from './student.ts';

const oracleSchema = z.object({
  student: z.array(z.object({ degrees: z.number(), share: z.number(), value: z.number() })),
});
const oracle = new URL('../../fixtures/oracle/usl.json', import.meta.url);
const { student } = oracleSchema.parse(JSON.parse(readFileSync(oracle, 'utf8')));

describe("quantiles of Student's t distribution", () => {
  it.each(student)('are those of SciPy: $share of $degrees', ({ share, degrees, value }) => {
    const found = studentQuantile(share, degrees);
    expect(Math.abs(found - value)).toBeLessThan(1e-9 * (1 + Math.abs(value)));
  });
});
