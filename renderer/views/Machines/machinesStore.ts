import { useEffect } from 'react';
import { create } from 'zustand';
import { followMachines, type MachineList, noMachines } from '../../data/machines.ts';
import { useMachines } from '../../panels/machines/useMachines.ts';

/** Outside the view, so that a machine is missed that went while another view was shown. */
const useList = create<MachineList>(() => noMachines);

/** What the engine says of the machines, asked again and again, and the list that has come of it. */
export function useMachineList() {
  const query = useMachines();
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    const before = useList.getState();
    // The answer of before, which another view has asked for.
    if (data && dataUpdatedAt > before.at)
      useList.setState(followMachines(before, data, dataUpdatedAt));
  }, [data, dataUpdatedAt]);
  return { query, list: useList() };
}
