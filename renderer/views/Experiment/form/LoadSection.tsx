import type { ReactNode } from 'react';
import type { LoadModel } from '../../../../contracts/experiment/load.ts';
import { maxIterations } from '../../../../contracts/experiment/plan-load.ts';
import { Panel } from '../../../components/Panel.tsx';
import { valueAt } from '../document/path.ts';
import {
  ChoiceControl,
  DurationControl,
  NumberControl,
  NumberLevelsControl,
  TextControl,
} from './controls.tsx';
import { type ControlProps, FieldRow } from './FieldRow.tsx';
import styles from './Form.module.css';
import { fields } from './fields.ts';
import { ConnectionsControl, LengthRow } from './LoadControls.tsx';
import { LoadPreview } from './LoadPreview.tsx';
import { applies, type LoadFieldSpec, loadFields } from './loadFields.ts';
import { MethodControl, ModelControl, UnitControl } from './ModelControls.tsx';
import {
  arrivals,
  type Choice,
  endings,
  forms,
  loadModels,
  methods,
  schedules,
  setUps,
} from './options.ts';
import { useField, useSource } from './SourceContext.tsx';
import { StagesControl } from './StagesControl.tsx';

/** How requests are issued: the model, its settings, and a sketch of its course. */
export function LoadSection() {
  const model = useField(fields.model).value;
  const chosen = loadModels.find(({ value }) => value === model);
  return (
    <Panel title="Load" note={chosen?.note} padded={false}>
      <div className={styles.section}>
        <FieldRow spec={fields.model}>{(control) => <ModelControl {...control} />}</FieldRow>
        <LoadPreview />
        {chosen && <ModelFields model={chosen.value as LoadModel} />}
        <FieldRow spec={fields.connections}>
          {(control) => <ConnectionsControl {...control} />}
        </FieldRow>
        <FieldRow spec={fields.timeout}>{(control) => <DurationControl {...control} />}</FieldRow>
      </div>
    </Panel>
  );
}

function ModelFields({ model }: { model: LoadModel }) {
  const { data } = useSource();
  const of = model === 'open' || valueAt(data, ['load', 'of']) === 'rate' ? 'rate' : 'users';
  const method = valueAt(data, ['load', 'method']) ?? 'doubling';
  const unit = of === 'rate' ? 'requests/s' : 'users';
  return loadFields[model]
    .filter(({ key }) => applies(key, of, method) || valueAt(data, ['load', key]) !== undefined)
    .map((spec) => <LoadRow key={spec.key} spec={spec} unit={unit} />);
}

/** Settings that a level is typed into: their unit stands behind them. */
const levelKeys = ['from', 'to', 'levels', 'perSecond'];

function LoadRow({ spec, unit }: { spec: LoadFieldSpec; unit: string }) {
  const { value } = useField(spec);
  // Time and requests share a row, which stands where the time does.
  if (spec.key === 'requests') return null;
  if (spec.key === 'duration') return <LengthRow />;
  const choices = choicesOf[spec.key];
  const chosen = choices?.find((choice) => choice.value === value)?.help;
  const withUnit = levelKeys.includes(spec.key) && [unit, spec.help].filter(Boolean).join(' ');
  return (
    <FieldRow spec={spec} help={chosen ?? (withUnit || spec.help)}>
      {(control) => controlOf(spec.key, control)}
    </FieldRow>
  );
}

const choicesOf: Readonly<Record<string, readonly Choice[]>> = {
  arrivals,
  form: forms,
  method: methods,
  schedule: schedules,
  setUp: setUps,
  stopAt: endings,
};

function controlOf(key: string, control: ControlProps): ReactNode {
  switch (key) {
    case 'of':
      return <UnitControl {...control} />;
    case 'method':
      return <MethodControl {...control} />;
    case 'arrivals':
    case 'form':
    case 'schedule':
    case 'setUp':
    case 'stopAt':
      return <ChoiceControl {...control} options={choicesOf[key] ?? []} />;
    case 'stages':
      return <StagesControl {...control} />;
    case 'levels':
      return <NumberLevelsControl {...control} />;
    case 'from':
    case 'to':
    case 'perSecond':
    case 'rampUp':
      return <NumberControl {...control} min={0} max={1_000_000} />;
    case 'iterations':
      return <NumberControl {...control} min={1} max={maxIterations} />;
    case 'warmUpIterations':
      return <NumberControl {...control} min={0} max={maxIterations} />;
    case 'maxInFlight':
      return <NumberControl {...control} min={1} max={100_000} />;
    case 'objective':
      return <TextControl {...control} />;
    default:
      return <DurationControl {...control} />;
  }
}
