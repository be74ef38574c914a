import type { LoadModel } from '../../../../contracts/experiment/load.ts';
import type { LevelUnit } from '../../../../contracts/words.ts';
import { type SearchMethod, withMethod, withModel, withUnit } from '../document/loadModel.ts';
import { experiment, useExperiment } from '../experimentStore.ts';
import { ChoiceControl, SelectControl } from './controls.tsx';
import type { ControlProps } from './FieldRow.tsx';
import { loadModels, methods, units } from './options.ts';

/** Edits the text in one step of undo; `group` says of what. */
function rewrite(edit: (text: string) => string, group: string): void {
  experiment.write(edit(useExperiment.getState().text), group);
}

/** The load model; another one takes what it needs and drops what it has no use for. */
export function ModelControl(props: ControlProps) {
  const set = (value: unknown) =>
    rewrite((text) => withModel(text, value as LoadModel), `model ${value}`);
  const field = { ...props.field, set };
  return <SelectControl {...props} field={field} options={loadModels} width={180} />;
}

/** Whether the levels of a load count users or requests per second. */
export function UnitControl(props: ControlProps) {
  const set = (value: unknown) =>
    rewrite((text) => withUnit(text, value as LevelUnit), `unit ${value}`);
  return <ChoiceControl {...props} field={{ ...props.field, set }} options={units} />;
}

/** How a search looks for its level. */
export function MethodControl(props: ControlProps) {
  const set = (value: unknown) =>
    rewrite((text) => withMethod(text, value as SearchMethod), `method ${value}`);
  return <ChoiceControl {...props} field={{ ...props.field, set }} options={methods} />;
}
