import { create } from 'zustand';

/** The experiment that is open in the editor. */
export const openChoice = 'open';
const ofCollection = 'library:';

/** An experiment of the user's collection, by its file name. */
export const collectionChoice = (id: string) => `${ofCollection}${id}`;

/** The file name of a choice; null if it is not in the collection. */
export function collectionIdOf(choice: string | null): string | null {
  return choice?.startsWith(ofCollection) ? choice.slice(ofCollection.length) : null;
}

/** The experiment whose own service Wire and Sizes both show; null for a workload. */
export const useOwnChoice = create<{ readonly choice: string | null }>(() => ({ choice: null }));

export function chooseOwn(choice: string | null): void {
  useOwnChoice.setState({ choice });
}
