import { z } from 'zod';
import { factorNames } from './factors.ts';

const thresholdMetrics = [
  'errors',
  'dropped',
  'throughput',
  'mean',
  'min',
  'p50',
  'p75',
  'p90',
  'p95',
  'p99',
  'p999',
  'max',
] as const;
const thresholdOperators = ['<', '<=', '>', '>='] as const;

/** A rule that every trial it applies to must meet, as in `p99 < 50ms when protocol = grpc`. */
export const thresholdSchema = z.object({
  /** The rule as in the file. */
  text: z.string(),
  metric: z.enum(thresholdMetrics),
  operator: z.enum(thresholdOperators),
  /** Milliseconds for latencies, requests per second for throughput, a fraction (0–1) for errors (of the answers) and dropped (of the arrivals). */
  limit: z.number(),
  /** Levels that a cell must have for the rule to apply; all must match. */
  when: z.array(z.object({ factor: z.enum(factorNames), level: z.string() })),
});
export type Threshold = z.infer<typeof thresholdSchema>;

const rule =
  /^\s*([a-z0-9]+)\s*(<=|>=|<|>)\s*([0-9]*\.?[0-9]+)\s*(%|us|µs|ms|s|rps|\/s)?\s*(?:when\s+(.+?))?\s*$/;
const condition = /^\s*([A-Za-z]+)\s*=\s*(\S+)\s*$/;
const help =
  'expected METRIC OPERATOR VALUE, as in "errors < 1%", "p99 < 50ms when protocol = grpc" or "throughput > 1000"';

function limitOf(metric: Threshold['metric'], value: number, unit: string | undefined) {
  if (metric === 'errors' || metric === 'dropped') {
    if (unit === '%') return value / 100;
    return unit === undefined ? value : `${metric} takes a share such as 1% or 0.01`;
  }
  if (metric === 'throughput') {
    return unit === undefined || unit === 'rps' || unit === '/s'
      ? value
      : 'throughput takes requests per second such as 1000 or 1000/s';
  }
  const factor: Record<string, number> = { us: 0.001, µs: 0.001, ms: 1, s: 1000 };
  const scale = unit === undefined ? undefined : factor[unit];
  return scale === undefined ? `${metric} takes a time with its unit, such as 50ms` : value * scale;
}

/** Parses a threshold rule. @returns the rule, or a sentence about what was expected. */
export function parseThreshold(text: string): Threshold | string {
  const match = rule.exec(text);
  if (!match) return help;
  const [, name, operator, number, unit, tail] = match;
  const metric = thresholdMetrics.find((candidate) => candidate === name);
  if (!metric) return `unknown metric "${name}"; expected one of ${thresholdMetrics.join(', ')}`;
  const limit = limitOf(metric, Number(number), unit);
  if (typeof limit === 'string') return limit;
  const when: Threshold['when'] = [];
  for (const part of tail === undefined ? [] : tail.split(/\s+and\s+/)) {
    const found = condition.exec(part);
    const factor = factorNames.find((candidate) => candidate === found?.[1]);
    if (!found?.[2] || !factor) {
      return `expected FACTOR = LEVEL after "when", with one of the factors ${factorNames.join(', ')}`;
    }
    when.push({ factor, level: found[2] });
  }
  return { text: text.trim(), metric, operator: operator as Threshold['operator'], limit, when };
}

/** A threshold as written in the experiment file. */
export const thresholdTextSchema = z
  .string({ error: help })
  .transform((text, context): Threshold => {
    const parsed = parseThreshold(text);
    if (typeof parsed !== 'string') return parsed;
    context.addIssue({ code: 'custom', message: parsed });
    return z.NEVER;
  });
