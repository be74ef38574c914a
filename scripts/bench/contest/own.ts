import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type OwnOutcome, ownOutcomeSchema } from '../own/outcome.ts';
import { assignmentsOf, type OwnLoad } from '../own/plan.ts';
import type { BenchTarget } from '../support/target.ts';
import type { Workspace } from '../support/workspace.ts';
import { type Contender, observe, type Showing } from './contender.ts';

const entry = fileURLToPath(new URL('../own/generate.ts', import.meta.url));

/** A load of Wirebench's own, as its process tells of it and as it is seen from outside. */
export type OwnShowing = Showing & { readonly outcome: OwnOutcome };

interface OwnOptions {
  readonly cores: readonly number[];
  readonly files: Workspace;
}

/** Makes a load with Wirebench's own workers in a process of its own. */
export async function runOwn(
  target: BenchTarget,
  load: OwnLoad,
  { cores, files }: OwnOptions,
): Promise<OwnShowing> {
  const plan = JSON.stringify(assignmentsOf(target, load));
  const file = await files.file(`plan-${randomUUID()}.json`, plan);
  return observe({
    argv: [
      ...[process.execPath, entry, file],
      ...(load.own ? ['--own', load.own.file] : []),
      ...(load.untilSteady ? ['--until-steady'] : []),
    ],
    cores,
    servicePid: target.pid,
    seconds: load.seconds,
    read: (output) => {
      const outcome = ownOutcomeSchema.parse(JSON.parse(output));
      if (outcome.ok === 0) throw new Error(`no request succeeded: ${outcome.errors.join('; ')}`);
      const throughputRps = outcome.ok / outcome.seconds;
      const { failed, answered } = outcome;
      return { throughputRps, failed, answered, outcome };
    },
  });
}

/** One of Wirebench's own drivers as a generator among others. */
export function ownContender(name: string, load: OwnLoad, options: OwnOptions): Contender {
  return { name, run: (target) => runOwn(target, load, options) };
}
