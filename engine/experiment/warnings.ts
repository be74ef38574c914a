import { availableParallelism, totalmem } from 'node:os';
import type { Advice } from '../../contracts/collection.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { designRules } from './advice/design.ts';
import { environmentRules } from './advice/environment.ts';
import { machineRules } from './advice/machine.ts';
import { planRules } from './advice/plan.ts';
import { roundRules } from './advice/rounds.ts';
import type { Machine, Rule } from './advice/rule.ts';
import { windowRules } from './advice/window.ts';

const rules: readonly Rule[] = [
  ...windowRules,
  ...roundRules,
  ...planRules,
  ...designRules,
  ...machineRules,
  ...environmentRules,
];

/** Advice before the start, each a sentence or two with the reason. */
export function warnings(experiment: Experiment, machine: Machine = thisMachine()): string[] {
  return advise(experiment, machine).map(({ text }) => text);
}

/** The same, with a change that resolves it where there is an obvious one. */
export function advise(experiment: Experiment, machine: Machine = thisMachine()): Advice[] {
  return rules
    .flatMap((rule) => rule(experiment, machine))
    .map((advice) => (typeof advice === 'string' ? { text: advice, fix: null } : advice));
}

function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: process.platform,
  };
}
