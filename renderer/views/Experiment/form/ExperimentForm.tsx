import { IconAlertTriangle } from '@tabler/icons-react';
import {
  ChoiceControl,
  LongTextControl,
  NumberControl,
  NumberLevelsControl,
  TextControl,
} from './controls.tsx';
import { EnvironmentSection } from './EnvironmentSection.tsx';
import { ClientControl, ProtocolControl, ShapeControl, TlsControl } from './FactorControls.tsx';
import { FieldRow } from './FieldRow.tsx';
import styles from './Form.module.css';
import { fields } from './fields.ts';
import { LoadSection } from './LoadSection.tsx';
import { orders, resumptions, texts, verifications } from './options.ts';
import { PinningControl } from './PinningControl.tsx';
import { Section } from './Section.tsx';
import { useField, useSource } from './SourceContext.tsx';
import { StudyControl } from './StudyControl.tsx';
import { workloadNamed } from './shapeOptions.ts';
import { TargetControl } from './TargetControl.tsx';
import { ThresholdList } from './ThresholdList.tsx';
import { WorkloadControl } from './WorkloadControl.tsx';

/** Every setting of the experiment file. */
export function ExperimentForm() {
  const { syntaxError } = useSource();
  return (
    <form
      className={styles.form}
      aria-label="Experiment"
      onSubmit={(event) => event.preventDefault()}
    >
      {syntaxError !== null && (
        <div className={styles.broken} role="alert">
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
          The source is no valid YAML at the moment. The form goes on once it is put right.
        </div>
      )}
      <AboutSection />
      <FactorsSection />
      <LoadSection />
      <EnvironmentSection />
      <RunningSection />
      <Section title="Thresholds" note="a run that misses one fails">
        <FieldRow spec={fields.thresholds}>{(control) => <ThresholdList {...control} />}</FieldRow>
      </Section>
    </form>
  );
}

function AboutSection() {
  return (
    <Section title="Experiment">
      <FieldRow spec={fields.name}>{(control) => <TextControl {...control} />}</FieldRow>
      <FieldRow spec={fields.description}>{(control) => <LongTextControl {...control} />}</FieldRow>
      <WorkloadRow />
      <FieldRow spec={fields.study}>{(control) => <StudyControl {...control} />}</FieldRow>
      <FieldRow spec={fields.target}>{(control) => <TargetControl {...control} />}</FieldRow>
    </Section>
  );
}

function WorkloadRow() {
  const { description } = workloadNamed(useField(fields.workload).value);
  return (
    <FieldRow spec={fields.workload} help={description.doc}>
      {(control) => <WorkloadControl {...control} />}
    </FieldRow>
  );
}

function FactorsSection() {
  const text = useField(fields.text);
  const meaning = texts.find(({ value }) => value === text.value)?.help;
  return (
    <Section title="Factors" note="every combination of levels is a cell">
      <FieldRow spec={fields.protocol}>{(control) => <ProtocolControl {...control} />}</FieldRow>
      <FieldRow spec={fields.shape}>{(control) => <ShapeControl {...control} />}</FieldRow>
      <LevelsRow />
      <FieldRow spec={fields.tls}>{(control) => <TlsControl {...control} />}</FieldRow>
      <FieldRow spec={fields.client}>{(control) => <ClientControl {...control} />}</FieldRow>
      <FieldRow spec={fields.text} help={meaning}>
        {(control) => <ChoiceControl {...control} options={texts} />}
      </FieldRow>
    </Section>
  );
}

/** The factor of the load, where its model has one; what is left over of another shows its problem. */
function LevelsRow() {
  const model = useField(fields.model).value;
  const users = useField(fields.users);
  const rate = useField(fields.rate);
  return (
    <>
      {(model === 'closed' || users.isSet) && (
        <FieldRow spec={fields.users}>{(control) => <NumberLevelsControl {...control} />}</FieldRow>
      )}
      {(model === 'open' || rate.isSet) && (
        <FieldRow spec={fields.rate}>{(control) => <NumberLevelsControl {...control} />}</FieldRow>
      )}
    </>
  );
}

function RunningSection() {
  const order = useField(fields.order);
  const verify = useField(fields.verify);
  return (
    <Section title="Trials">
      <FieldRow spec={fields.repetitions}>
        {(control) => <NumberControl {...control} min={1} max={1000} />}
      </FieldRow>
      <FieldRow spec={fields.order} help={orders.find(({ value }) => value === order.value)?.help}>
        {(control) => <ChoiceControl {...control} options={orders} />}
      </FieldRow>
      <FieldRow spec={fields.seed}>
        {(control) => <NumberControl {...control} min={0} max={4_294_967_295} width={120} />}
      </FieldRow>
      <FieldRow
        spec={fields.verify}
        help={verifications.find(({ value }) => value === verify.value)?.help}
      >
        {(control) => <ChoiceControl {...control} options={verifications} />}
      </FieldRow>
      <FieldRow spec={fields.workers}>
        {(control) => <NumberControl {...control} min={1} max={256} />}
      </FieldRow>
      <FieldRow spec={fields.resumption}>
        {(control) => <ChoiceControl {...control} options={resumptions} />}
      </FieldRow>
      <FieldRow spec={fields.pinning}>{(control) => <PinningControl {...control} />}</FieldRow>
    </Section>
  );
}
