import { IconAlertTriangle } from '@tabler/icons-react';
import type { Section as SectionName } from '../../../../contracts/experiment/setting.ts';
import { Panel } from '../../../components/Panel.tsx';
import { fieldsIn } from '../../../document/fields.ts';
import styles from './Form.module.css';
import { LoadSection } from './LoadSection.tsx';
import { SettingRow } from './SettingRow.tsx';
import { useSource } from './SourceContext.tsx';
import { RequestsPanel } from './service/RequestsPanel.tsx';
import { ServiceSection } from './service/ServiceSection.tsx';
import { isShown } from './shown.ts';

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
          The YAML is invalid. Fix it to use the form again.
        </div>
      )}
      <Section title="Experiment" />
      <RequestsPanel />
      <ServiceSection />
      <Section title="Factors" note="every combination of levels is a cell" />
      <LoadSection />
      <Section title="Environment" note="listed levels are factors too" />
      <Section title="Trials" />
      <Section title="Thresholds" note="a run that misses any of them fails" />
    </form>
  );
}

/** A section of the form: its settings, in the order of the file. */
function Section({ title, note }: { title: SectionName; note?: string }) {
  const { data } = useSource();
  return (
    <Panel title={title} note={note} padded={false}>
      <div className={styles.section}>
        {fieldsIn(title)
          .filter((spec) => isShown(spec, data))
          .map((spec) => (
            <SettingRow key={spec.name} spec={spec} />
          ))}
      </div>
    </Panel>
  );
}
