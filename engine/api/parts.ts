import { implement } from '@orpc/server';
import type { ExperimentInput, PlacedExperiment } from '../../contracts/api/base.ts';
import { engineContract, type StartNotice } from '../../contracts/engine-api.ts';
import type { MachinesKeeper } from '../machines/keeper.ts';
import type { RunManager } from '../run/manager.ts';
import type { HandServices } from '../services/hand-services.ts';
import type { StackBuilds } from '../stacks/builds.ts';
import type { Store } from '../store/store.ts';
import { experimentsFolder } from './experiments-folder.ts';
import { apiFailure } from './failure.ts';

/** The parts that the calls of the engine's API work with. */
export interface RouterParts {
  readonly store: Store;
  readonly runs: RunManager;
  /** The manually started bundled services. */
  readonly services: HandServices;
  readonly builds: StackBuilds;
  readonly machines: MachinesKeeper;
  /** Data folder. */
  readonly home: string;
  readonly database: string;
  readonly notices: readonly StartNotice[];
}

/** The contract, ready for handlers; what they throw reaches callers as error reports. */
export const contractImplementer = implement(engineContract).use(async ({ next }) => {
  try {
    return await next();
  } catch (error) {
    throw apiFailure(error);
  }
});
export type ContractImplementer = typeof contractImplementer;

/** Experiments not opened from a file may refer to files of the collection. */
export function withFolder<Input extends ExperimentInput>(
  input: Input,
  { home, store }: RouterParts,
): Input & PlacedExperiment {
  return { ...input, folder: input.folder ?? experimentsFolder(home, store.settings()) };
}
