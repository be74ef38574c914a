import { MultiSelect, Select } from '@mantine/core';
import { IconRulerMeasure } from '@tabler/icons-react';
import { tlsLevels, type WorkloadName, workloadNames } from '../../../contracts/words.ts';
import { shapeNamesOf } from '../../../workloads/registry.ts';
import { ControlBar } from '../../components/controls/ControlBar.tsx';
import { ProtocolChecks } from '../../components/controls/ProtocolChecks.tsx';
import { StartOrStop } from '../../components/controls/StartOrStop.tsx';
import { choicesOf, field } from '../../document/fields.ts';
import {
  chooseSizesWorkload,
  type SizesSettings,
  setSizes,
  startMeasuring,
  stopMeasuring,
  useSizes,
} from './sizesStore.ts';

/** What to measure, and the button that does it. */
export function SizesControls() {
  const { settings, measuring } = useSizes();
  const { workload, shapes, tls, protocols } = settings;
  return (
    <ControlBar label="What to measure">
      <Select
        label="Workload"
        w={120}
        allowDeselect={false}
        disabled={measuring}
        data={workloadNames}
        value={workload}
        onChange={(value) => value && chooseSizesWorkload(value)}
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
      <ProtocolChecks
        chosen={protocols}
        disabled={measuring}
        onChange={(chosen) => setSizes({ protocols: chosen })}
      />
      <Measure />
    </ControlBar>
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
      data={choicesOf(field('factors.dates'))}
      value={settings.dates}
      onChange={(value) => setSizes({ dates: value === 'date-only' ? 'date-only' : 'full' })}
    />
  );
}

function Measure() {
  const { settings, measuring, sizes } = useSizes();
  return (
    <StartOrStop
      working={measuring}
      missing={missingOf(settings)}
      icon={<IconRulerMeasure size={14} stroke={1.7} />}
      label={sizes ? 'Measure again' : 'Measure'}
      onStart={() => void startMeasuring()}
      onStop={stopMeasuring}
    />
  );
}

function missingOf({ protocols, shapes }: SizesSettings): string {
  if (protocols.length === 0) return 'Choose at least one protocol.';
  return shapes.length === 0 ? 'Choose at least one shape.' : '';
}
