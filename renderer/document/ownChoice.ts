import { create } from 'zustand';

/** The experiment that is open in the editor. */
export const openChoice = 'open';
const ofCollection = 'library:';

/** An experiment of the user's library, by the name of its file. */
export const collectionChoice = (id: string) => `${ofCollection}${id}`;

/** The file's name of a choice; null where it is none of the library. */
export function collectionIdOf(choice: string | null): string | null {
  return choice?.startsWith(ofCollection) ? choice.slice(ofCollection.length) : null;
}

/** Which experiment's own service Wire and Sizes look at, outside of both, so that they look at the same; null for a workload. */
export const useOwnChoice = create<{ readonly choice: string | null }>(() => ({ choice: null }));

export function chooseOwn(choice: string | null): void {
  useOwnChoice.setState({ choice });
}
