import { create } from 'zustand';

/** The run whose name is being edited, if any. */
export const useRenaming = create<{ readonly runId: string | null }>(() => ({ runId: null }));
