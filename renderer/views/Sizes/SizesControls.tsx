import { Button, MultiSelect, Select } from '@mantine/core';
import { IconPlayerStop, IconRulerMeasure } from '@tabler/icons-react';
import {
  protocols,
  tlsLevels,
  type WorkloadName,
  workloadNames,
} from '../../../contracts/words.ts';
import { shapeNamesOf } from '../../../contracts/workloads/registry.ts';
import { protocolStyle } from '../../app/protocols.ts';
import { ProtocolMarker } from '../../components/ProtocolMarker.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import { dateKinds } from '../Experiment/form/options.ts';
import styles from './Sizes.module.css';
import { chooseWorkload, measureSizes, setSizes, stopMeasuring, useSizes } from './sizesStore.ts';

/** What to measure, and the button that does it. */
export function SizesControls() {
  const { settings, measuring } = useSizes();
  const { workload, shapes, tls } = settings;
  return (
    <section className={styles.controls} aria-label="What to measure">
      <Select
        label="Workload"
        w={120}
        allowDeselect={false}
        disabled={measuring}
        data={workloadNames}
        value={workload}
        onChange={(value) => value && chooseWorkload(value)}
      />
      <MultiSelect
        label="Shapes"
        miw={220}
        maw={420}
        disabled={measuring}
        data={[...shapeNamesOf(workload)]}
        value={[...shapes]}
        onChange={(value) => setSizes({ shapes: value })}
      />
      <Select
        label="TLS"
        w={110}
        allowDeselect={false}
        disabled={measuring}
        data={tlsLevels}
        value={tls}
        onChange={(value) => value && setSizes({ tls: value })}
      />
      {datedWorkloads.includes(workload) && <Dates />}
      <Protocols />
      <Measure />
    </section>
  );
}

const datedWorkloads: readonly WorkloadName[] = ['store', 'delivery'];

function Dates() {
  const { settings, measuring } = useSizes();
  return (
    <Select
      label="Dates"
      w={110}
      allowDeselect={false}
      disabled={measuring}
      data={[...dateKinds]}
      value={settings.dates}
      onChange={(value) => setSizes({ dates: value === 'date-only' ? 'date-only' : 'full' })}
    />
  );
}

function Protocols() {
  const { settings, measuring } = useSizes();
  const chosen = settings.protocols;
  return (
    <fieldset className={styles.field} disabled={measuring}>
      <legend>Protocols</legend>
      <div className={styles.protocols}>
        {protocols.map((protocol) => (
          <label key={protocol} className={styles.protocol}>
            <input
              type="checkbox"
              checked={chosen.includes(protocol)}
              onChange={({ currentTarget: { checked } }) =>
                setSizes({
                  protocols: protocols.filter((each) =>
                    each === protocol ? checked : chosen.includes(each),
                  ),
                })
              }
            />
            <ProtocolMarker protocol={protocol} />
            {protocolStyle(protocol).label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Refused while a run is in progress: the two would disturb each other. */
function Measure() {
  const { settings, measuring, sizes } = useSizes();
  const active = useEngineQuery(['runs', 'active'], (engine) => engine.runs.active());
  if (measuring) {
    return (
      <div className={styles.take}>
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} stroke={1.7} />}
          onClick={stopMeasuring}
        >
          Stop
        </Button>
      </div>
    );
  }
  const why =
    active.data?.status === 'running'
      ? 'A run is in progress.'
      : settings.protocols.length === 0
        ? 'Choose at least one protocol.'
        : settings.shapes.length === 0
          ? 'Choose at least one shape.'
          : '';
  return (
    <div className={styles.take}>
      {why !== '' && <span>{why}</span>}
      <Button
        disabled={why !== ''}
        leftSection={<IconRulerMeasure size={14} stroke={1.7} />}
        onClick={() => void measureSizes()}
      >
        {sizes ? 'Measure again' : 'Measure'}
      </Button>
    </div>
  );
}
