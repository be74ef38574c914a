import { Panel } from '../../../components/Panel.tsx';
import { choicesOf, field, fieldsIn, loadFields } from '../../../document/fields.ts';
import styles from './Form.module.css';
import { LengthRow } from './LoadControls.tsx';
import { LoadPreview } from './LoadPreview.tsx';
import { SettingRow } from './SettingRow.tsx';
import { useField, useSource } from './SourceContext.tsx';
import { isShown } from './shown.ts';

const modelSpec = field('load.model');

/** How requests are issued: the model, its settings, and a sketch of its course. */
export function LoadSection() {
  const { data } = useSource();
  const model = useField(modelSpec).value;
  const chosen = choicesOf(modelSpec).find(({ value }) => value === model);
  return (
    <Panel title="Load" note={chosen?.help} padded={false}>
      <div className={styles.section}>
        <SettingRow spec={modelSpec} />
        <LoadPreview />
        {loadFields(model)
          .filter((spec) => isShown(spec, data))
          .map((spec) => {
            // Time and requests share a row, in the place of the time.
            if (spec.name === 'load.requests') return null;
            if (spec.name === 'load.duration') return <LengthRow key={spec.name} />;
            return <SettingRow key={spec.name} spec={spec} />;
          })}
        {fieldsIn('Load').map((spec) => (
          <SettingRow key={spec.name} spec={spec} />
        ))}
      </div>
    </Panel>
  );
}
