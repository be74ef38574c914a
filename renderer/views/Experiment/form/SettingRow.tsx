import type { ReactNode } from 'react';
import { valueAt } from '../../../../contracts/experiment/path.ts';
import { choicesOf, type FieldSpec } from '../../../document/fields.ts';
import { levelTexts } from '../../../document/levels.ts';
import { withDefaultIn } from '../../../document/searchRange.ts';
import { workloadInFile } from '../../../document/workload.ts';
import {
  ChoiceControl,
  DurationControl,
  LongTextControl,
  NumberControl,
  NumberLevelsControl,
  SelectControl,
  TextControl,
} from './controls.tsx';
import { DataControl } from './DataControl.tsx';
import {
  ChipsControl,
  ConnectionLevels,
  NetworkControl,
  ProtocolControl,
  ServerLevels,
  ShapeControl,
} from './FactorControls.tsx';
import { type ControlProps, FieldRow } from './FieldRow.tsx';
import { ConnectionsControl, steadyIn, WarmUpControl } from './LoadControls.tsx';
import { librariesOf } from './libraries.ts';
import { MachinesControl } from './MachinesControl.tsx';
import { PinningControl } from './PinningControl.tsx';
import { decidedIn, RepetitionsControl } from './RepetitionsControl.tsx';
import { MethodControl, ModelControl, UnitControl, WorkloadControl } from './rewriting.tsx';
import { useField, useSource } from './SourceContext.tsx';
import { StackControl } from './StackControl.tsx';
import { StagesControl } from './StagesControl.tsx';
import { StudyControl } from './StudyControl.tsx';
import { TargetControl } from './TargetControl.tsx';
import { ThresholdList } from './ThresholdList.tsx';

type Control = (props: ControlProps) => ReactNode;

/** Controls of settings whose type does not determine the best control. */
const ownControls: Readonly<Record<string, Control>> = {
  description: LongTextControl,
  workload: WorkloadControl,
  study: StudyControl,
  target: TargetControl,
  'factors.protocol': ProtocolControl,
  'factors.shape': ShapeControl,
  'factors.users': NumberLevelsControl,
  'factors.rate': NumberLevelsControl,
  'factors.server': ServerLevels,
  'factors.stack': StackControl,
  'factors.network': NetworkControl,
  'factors.connections': ConnectionLevels,
  connections: ConnectionsControl,
  data: DataControl,
  machines: MachinesControl,
  pinning: PinningControl,
  repetitions: RepetitionsControl,
  thresholds: ThresholdList,
  'load.model': ModelControl,
  'load.of': UnitControl,
  'load.method': MethodControl,
  'load.levels': NumberLevelsControl,
  'load.warmUp': WarmUpControl,
  'load.settle': WarmUpControl,
  'load.stages': StagesControl,
};

/** Choices that fit side by side. */
const maxBeside = 3;

function controlOf(spec: FieldSpec, control: ControlProps): ReactNode {
  const Own = ownControls[spec.name];
  if (Own) return <Own {...control} />;
  const choices = choicesOf(spec);
  const props = { ...control, options: choices };
  if (spec.name.startsWith('factors.')) return <ChipsControl {...props} />;
  if (choices.length > maxBeside) return <SelectControl {...props} width={110} />;
  if (choices.length > 0) return <ChoiceControl {...props} />;
  const { range } = spec;
  if (range) return <NumberControl {...control} {...range} width={range.max > 1e6 ? 120 : 92} />;
  return spec.kind === undefined ? <TextControl {...control} /> : <DurationControl {...control} />;
}

/** Settings for typed levels, followed by their unit. */
const levelNames = ['load.from', 'load.to', 'load.levels', 'load.perSecond'];

/** Text after the control: the meaning of the chosen value, or of the setting. */
function useHelp(spec: FieldSpec): string | undefined {
  const { data } = useSource();
  const { value } = useField(spec);
  if (spec.name === 'workload') return workloadInFile(data).description.doc;
  if (spec.name === 'factors.client') {
    return librariesOf(levelTexts(valueAt(data, ['factors', 'protocol'])));
  }
  const ofRate = valueAt(data, ['load', 'of']) === 'rate';
  if (levelNames.includes(spec.name)) {
    return [ofRate ? 'requests/s' : 'users', spec.help].filter(Boolean).join(' ');
  }
  // The input next to it sets the maximum.
  if (ownControls[spec.name] === WarmUpControl && steadyIn(value)) {
    return `at most; ${spec.help}`;
  }
  if (spec.name === 'repetitions' && decidedIn(value)) return 'at most, for all of them';
  // The load section explains its model.
  const chosen =
    spec.name === 'load.model' ? undefined : choicesOf(spec).find((one) => one.value === value);
  return chosen?.help ?? spec.help;
}

/** The row of a setting, with its own control or that of its type. */
export function SettingRow({ spec: setting }: { spec: FieldSpec }) {
  const { data } = useSource();
  const spec = withDefaultIn(setting, data);
  const help = useHelp(spec);
  return (
    <FieldRow spec={spec} help={help}>
      {(control) => controlOf(spec, control)}
    </FieldRow>
  );
}
