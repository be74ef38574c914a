import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type OwnOutcome, ownTurnsSchema } from '../own/outcome.ts';
import { assignmentsOf, type OwnLoad } from '../own/plan.ts';
import { measureProcess } from '../support/measured-process.ts';
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
  options: OwnOptions,
): Promise<OwnShowing> {
  return observe({
    argv: await commandOf(target, [load], options.files),
    cores: options.cores,
    servicePid: target.pid,
    seconds: load.seconds,
    read: (output) => {
      const [[outcome] = []] = turnsIn(output);
      if (!outcome) throw new Error('it tells of no load');
      const throughputRps = outcome.ok / outcome.seconds;
      const { failed, answered } = outcome;
      return { throughputRps, failed, answered, outcome };
    },
  });
}

/**
 * Makes loads with the same workers in turn, in one process: what differs from process to process, and from one
 * minute of the machine to the next, does so for all of them. @returns by turn, and there by load.
 */
export async function runOwnInTurns(
  target: BenchTarget,
  loads: readonly OwnLoad[],
  turns: number,
  { cores, files }: OwnOptions,
): Promise<OwnOutcome[][]> {
  const argv = [...(await commandOf(target, loads, files)), '--turns', String(turns)];
  const seconds = loads.reduce((sum, load) => sum + load.seconds, 0) * turns;
  const { code, output, errors } = await measureProcess(argv, {
    cores,
    servicePid: target.pid,
    seconds,
  });
  if (code !== 0) throw new Error(`ended with code ${code}: ${errors.slice(-2000)}`);
  return turnsIn(output);
}

async function commandOf(
  target: BenchTarget,
  loads: readonly OwnLoad[],
  files: Workspace,
): Promise<string[]> {
  const plans: string[] = [];
  for (const load of loads) {
    const plan = JSON.stringify(assignmentsOf(target, load));
    plans.push(await files.file(`plan-${randomUUID()}.json`, plan));
  }
  const [first] = loads;
  return [
    ...[process.execPath, entry, ...plans],
    ...(first?.own ? ['--own', first.own.file] : []),
    ...(first?.untilSteady ? ['--until-steady'] : []),
  ];
}

function turnsIn(output: string): OwnOutcome[][] {
  const turns = ownTurnsSchema.parse(JSON.parse(output));
  const silent = turns.flat().find(({ ok }) => ok === 0);
  if (silent) throw new Error(`no request succeeded: ${silent.errors.join('; ')}`);
  return turns;
}

/** One of Wirebench's own drivers as a generator among others. */
export function ownContender(name: string, load: OwnLoad, options: OwnOptions): Contender {
  return { name, run: (target) => runOwn(target, load, options) };
}
