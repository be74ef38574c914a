import type { LoadModel } from '../../../../contracts/experiment/load.ts';
import type { LevelUnit } from '../../../../contracts/words.ts';
import { workloads } from '../../../../workloads/registry.ts';
import { experiment, useExperiment } from '../../../document/experimentStore.ts';
import { choicesOf, field } from '../../../document/fields.ts';
import { type SearchMethod, withMethod, withModel, withUnit } from '../../../document/loadModel.ts';
import { withWorkload } from '../../../document/workload.ts';
import { ChoiceControl, SelectControl } from './controls.tsx';
import type { ControlProps } from './FieldRow.tsx';

/** Controls of settings that change others too: they rewrite the text in one undo step. */

function rewriting(
  props: ControlProps,
  what: string,
  edit: (text: string, value: string) => string,
): ControlProps {
  const set = (value: unknown) =>
    experiment.write(
      edit(useExperiment.getState().text, String(value)),
      what === 'workload' ? 'set workload' : `${what} ${value}`,
    );
  return { ...props, field: { ...props.field, set } };
}

const workloadOptions = Object.values(workloads).map(({ description: { name } }) => ({
  value: name,
  label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
}));

/** The workload; changing it also changes the shape. */
export function WorkloadControl(props: ControlProps) {
  return (
    <SelectControl {...rewriting(props, 'workload', withWorkload)} options={workloadOptions} />
  );
}

/** The load model; changing it adds the settings it needs and removes the others. */
export function ModelControl(props: ControlProps) {
  const edit = (text: string, value: string) => withModel(text, value as LoadModel);
  const options = choicesOf(field('load.model'));
  return <SelectControl {...rewriting(props, 'model', edit)} options={options} width={180} />;
}

/** Whether the levels of a load count users or requests per second. */
export function UnitControl(props: ControlProps) {
  const edit = (text: string, value: string) => withUnit(text, value as LevelUnit);
  return (
    <ChoiceControl {...rewriting(props, 'unit', edit)} options={choicesOf(field('load.of'))} />
  );
}

/** The method of a search. */
export function MethodControl(props: ControlProps) {
  const edit = (text: string, value: string) => withMethod(text, value as SearchMethod);
  const options = choicesOf(field('load.method'));
  return <ChoiceControl {...rewriting(props, 'method', edit)} options={options} />;
}
