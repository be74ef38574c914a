import type { z } from 'zod';
import { type Experiment, experimentSchema } from '../../contracts/experiment/experiment.ts';
import { crossCheck } from './crosscheck.ts';
import { describeIssue, type Finding, findingsOf, maxFindings } from './findings.ts';
import { formatPath, isInAny, isWithin, type Path } from './path.ts';
import { type Repair, repair, standIns } from './repair.ts';

const maxPasses = 6;

export type Inspected =
  | { readonly ok: true; readonly experiment: Experiment }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * Checks the data of an experiment file and finds everything that is wrong with it.
 *
 * Rules between fields (an address for each protocol, say) are only evaluated when the fields
 * themselves are right. So after each pass everything wrong is replaced by something right and
 * the data checked again, twice with different stand-ins: what is found with both is true of the
 * file and not of the stand-ins.
 *
 * @param unknown places whose content could not be read; nothing is said of them.
 */
export function inspect(value: unknown, unknown: readonly Path[] = []): Inspected {
  const first = check(value);
  if (first.experiment && unknown.length === 0) return { ok: true, experiment: first.experiment };
  const unread = new Set(unknown.map(formatPath));
  const found = new Map<string, Finding>();
  let repairs: Repair[] = standIns.map(() => ({ value, replaced: unread, renamed: [] }));
  for (let pass = 0; pass < maxPasses; pass++) {
    const results = repairs.map((one) => check(one.value).findings);
    for (const finding of inAll(results)) {
      const replaced = repairs.some((one) => isInAny(finding.path, one.replaced));
      if (!replaced) remember(found, original(finding, repairs));
    }
    if (results.every((findings) => findings.length === 0)) break;
    if (found.size >= maxFindings) break;
    repairs = repairs.map((one, index) => repair(one, results[index] ?? [], standIns[index] ?? {}));
  }
  return { ok: false, findings: [...found.values()] };
}

function check(value: unknown): { experiment?: Experiment; findings: Finding[] } {
  const parsed: z.ZodSafeParseResult<Experiment> = experimentSchema.safeParse(value, {
    error: describeIssue,
  });
  if (!parsed.success) return { findings: findingsOf(parsed.error.issues, value) };
  const findings = crossCheck(parsed.data);
  return findings.length > 0 ? { findings } : { experiment: parsed.data, findings };
}

function inAll(results: readonly (readonly Finding[])[]): Finding[] {
  const [first = [], ...others] = results;
  const keys = others.map((findings) => new Set(findings.map(keyOf)));
  return first.filter((finding) => keys.every((set) => set.has(keyOf(finding))));
}

/** The finding with the keys that the file has, where misspelt ones were put right. */
function original(finding: Finding, repairs: readonly Repair[]): Finding {
  const renamed = repairs[0]?.renamed.find((one) => isWithin(finding.path, one.to));
  if (!renamed) return finding;
  return { ...finding, path: [...renamed.from, ...finding.path.slice(renamed.to.length)] };
}

function remember(found: Map<string, Finding>, finding: Finding): void {
  const key = keyOf(finding);
  if (!found.has(key)) found.set(key, finding);
}

function keyOf(finding: Finding): string {
  return `${formatPath(finding.path)}\n${finding.message}`;
}
