import { withWorkload } from '../document/workload.ts';
import { experiment, useExperiment } from '../experimentStore.ts';
import { SelectControl } from './controls.tsx';
import type { ControlProps } from './FieldRow.tsx';
import { workloads } from './options.ts';

/** The workload; another one brings a shape of its own. */
export function WorkloadControl(props: ControlProps) {
  const set = (value: unknown) =>
    experiment.write(withWorkload(useExperiment.getState().text, String(value)), 'set workload');
  return <SelectControl {...props} field={{ ...props.field, set }} options={workloads} />;
}
