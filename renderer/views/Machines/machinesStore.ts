import { useEffect } from 'react';
import { create } from 'zustand';
import { followMachines, type MachineList, noMachines } from '../../data/machines.ts';
import { useMachines } from '../../panels/machines/useMachines.ts';

/** Outside the view, so that a machine that left while another view was shown is reported as gone. */
const useList = create<MachineList>(() => noMachines);

/** The engine's answers about machines, polled, and the resulting list. */
export function useMachineList() {
  const query = useMachines();
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    const before = useList.getState();
    // A cached answer, fetched by another view.
    if (data && dataUpdatedAt > before.at)
      useList.setState(followMachines(before, data, dataUpdatedAt));
  }, [data, dataUpdatedAt]);
  return { query, list: useList() };
}
