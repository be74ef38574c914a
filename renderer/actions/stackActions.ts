import type { ForeignStack } from '../../contracts/stacks.ts';
import { attempt } from '../components/attempt.ts';
import { engine } from '../transport/engine.ts';

/** Key of what is known of the stacks in the cache. */
export const stacksKey = ['stacks', 'list'] as const;

/** Begins to build stacks, one after the other. */
export function buildStacks(stacks: readonly ForeignStack[]): Promise<boolean> {
  return attempt('The build did not begin', () => engine.stacks.build({ stacks: [...stacks] }));
}

export function stopBuild(): Promise<boolean> {
  return attempt('The build was not stopped', () => engine.stacks.stop());
}
