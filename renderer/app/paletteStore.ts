import { create } from 'zustand';

/** Whether the command palette is open. */
export const usePalette = create<{ readonly open: boolean }>(() => ({ open: false }));

export const palette = {
  toggle: (): void => usePalette.setState(({ open }) => ({ open: !open })),
  close: (): void => usePalette.setState({ open: false }),
};
