import type { z } from 'zod';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { formatPath, isInAny, isWithin, type Path } from '../../contracts/experiment/path.ts';
import { crossCheck } from './crosscheck.ts';
import { describeIssue, type FileFault, findingsOf, maxFindings } from './findings.ts';
import { type Repair, repair } from './repair.ts';
import { experimentSchema } from './schema.ts';
import { standInsFor } from './stand-ins.ts';

const maxPasses = 6;

export type Inspected =
  | { readonly ok: true; readonly experiment: Experiment }
  | { readonly ok: false; readonly findings: readonly FileFault[] };

/**
 * Checks the data of an experiment file and finds everything that is wrong with it.
 *
 * Rules between fields (an address for each protocol, say) are only evaluated when the fields
 * themselves are valid. So after each pass every invalid value is replaced by a valid one and
 * the data checked again, twice with different stand-ins: findings of both are caused by the
 * file and not by the stand-ins.
 *
 * @param unknown paths of unreadable values, which are not reported.
 */
export function inspectExperiment(value: unknown, unknown: readonly Path[] = []): Inspected {
  const first = check(value);
  if (first.experiment && unknown.length === 0) return { ok: true, experiment: first.experiment };
  const unread = new Set(unknown.map(formatPath));
  const standIns = standInsFor(value);
  const found = standIns.map(() => new Map<string, FileFault>());
  let repairs: Repair[] = standIns.map(() => ({ value, replaced: unread, renamed: [] }));
  for (let pass = 0; pass < maxPasses; pass++) {
    const results = repairs.map((one) => check(one.value).findings);
    repairs.forEach((one, set) => {
      for (const finding of results[set] ?? []) {
        if (!isInAny(finding.path, one.replaced)) remember(found[set], original(finding, one));
      }
    });
    if (results.every((findings) => findings.length === 0)) break;
    if (found.some((one) => one.size >= maxFindings)) break;
    repairs = repairs.map((one, index) => repair(one, results[index] ?? [], standIns[index] ?? {}));
  }
  return { ok: false, findings: withoutMisplaced(inAll(found)) };
}

/** A misplaced key is one mistake, although it is also missing where it belongs. */
function withoutMisplaced(findings: readonly FileFault[]): FileFault[] {
  const places = new Set(findings.map((finding) => finding.elsewhere));
  return findings.filter(
    (finding) => finding.kind !== 'missing' || !places.has(formatPath(finding.path)),
  );
}

function check(value: unknown): { experiment?: Experiment; findings: FileFault[] } {
  const parsed: z.ZodSafeParseResult<Experiment> = experimentSchema.safeParse(value, {
    error: describeIssue,
  });
  if (!parsed.success) return { findings: findingsOf(parsed.error.issues, value) };
  const findings = crossCheck(parsed.data);
  return findings.length > 0 ? { findings } : { experiment: parsed.data, findings };
}

/** One set of stand-ins may reveal a rule one pass earlier than the other. */
function inAll([first, ...others]: readonly ReadonlyMap<string, FileFault>[]): FileFault[] {
  return [...(first ?? [])]
    .filter(([key]) => others.every((found) => found.has(key)))
    .map(([, finding]) => finding);
}

/** The finding with the keys as written in the file, where misspelt ones were corrected. */
function original(finding: FileFault, repaired: Repair): FileFault {
  const renamed = repaired.renamed.find((one) => isWithin(finding.path, one.to));
  if (!renamed) return finding;
  return { ...finding, path: [...renamed.from, ...finding.path.slice(renamed.to.length)] };
}

function remember(found: Map<string, FileFault> | undefined, finding: FileFault): void {
  const key = keyOf(finding);
  if (!found?.has(key)) found?.set(key, finding);
}

function keyOf(finding: FileFault): string {
  return `${formatPath(finding.path)}\n${finding.message}`;
}
