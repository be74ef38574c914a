import type { ForeignStack } from '../../contracts/stacks.ts';
import { attempt } from '../components/attempt.ts';
import { engine } from '../transport/engine.ts';

/** Cache key of the stacks. */
export const stacksKey = ['stacks', 'list'] as const;

/** Begins to build stacks, one after the other. */
export function buildStacks(stacks: readonly ForeignStack[]): Promise<boolean> {
  return attempt('The build did not start', () => engine.stacks.build({ stacks: [...stacks] }));
}

export function stopBuild(): Promise<boolean> {
  return attempt('The build was not stopped', () => engine.stacks.stop());
}
