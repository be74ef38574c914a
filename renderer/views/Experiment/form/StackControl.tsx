import { stacksKey } from '../../../actions/stackActions.ts';
import { stackNames } from '../../../data/stacks.ts';
import { choicesOf, field } from '../../../document/fields.ts';
import { levelTexts } from '../../../document/levels.ts';
import { formatRoute } from '../../../navigation/navigation.ts';
import { useEngineQuery } from '../../../transport/engine.ts';
import { ChipsControl } from './FactorControls.tsx';
import type { ControlProps } from './FieldRow.tsx';
import styles from './Form.module.css';

/** The stacks, and which of the chosen ones have to be built first. */
export function StackControl(props: ControlProps) {
  const chosen = levelTexts(props.field.value);
  const { data = [] } = useEngineQuery(stacksKey, (engine) => engine.stacks.list(), {
    enabled: chosen.length > 0,
  });
  const missing = data.filter(({ stack, built }) => built !== 'yes' && chosen.includes(stack));
  return (
    <>
      <ChipsControl {...props} options={choicesOf(field('factors.stack'))} />
      {missing.length > 0 && (
        <p className={styles.offer}>
          {stackNames(missing.map(({ stack }) => stack))} cannot be measured yet: trials are skipped
          until their services are built. <a href={formatRoute({ view: 'services' })}>Build them</a>
        </p>
      )}
    </>
  );
}
