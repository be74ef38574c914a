import { outlookFor } from '../../../data/machines.ts';
import { field } from '../../../document/fields.ts';
import { formatRoute, useRoute } from '../../../navigation/navigation.ts';
import { useMachines } from '../../../panels/machines/useMachines.ts';
import { NumberControl } from './controls.tsx';
import type { ControlProps } from './FieldRow.tsx';
import styles from './Form.module.css';

const { range } = field('machines');

/** Number of machines, and whether that many have joined. */
export function MachinesControl(props: ControlProps) {
  const { value } = props.field;
  const isShown = useRoute((route) => route.view === 'experiment');
  const wanted = typeof value === 'number' ? value : 0;
  const { data } = useMachines(isShown && wanted > 0);
  const outlook = data && wanted > 0 ? outlookFor(wanted, data) : null;
  return (
    <>
      <NumberControl {...props} min={range?.min ?? 0} max={range?.max ?? 256} />
      {outlook && (
        <p className={styles.offer} data-below>
          {outlook.sentence}{' '}
          {!outlook.enough && <a href={formatRoute({ view: 'machines' })}>Add machines</a>}
        </p>
      )}
    </>
  );
}
