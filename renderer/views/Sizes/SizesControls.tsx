import { MultiSelect, Select } from '@mantine/core';
import { IconRulerMeasure } from '@tabler/icons-react';
import { tlsLevelSchema } from '../../../contracts/words.ts';
import { shapeNamesOf, workloadOf } from '../../../workloads/registry.ts';
import { noRequest, type OwnExperiment, useOwnOptions } from '../../actions/ownExperiment.ts';
import { ControlBar } from '../../components/controls/ControlBar.tsx';
import { ProtocolChecks } from '../../components/controls/ProtocolChecks.tsx';
import { StartOrStop } from '../../components/controls/StartOrStop.tsx';
import { WorkloadSelect } from '../../components/controls/WorkloadSelect.tsx';
import { choicesOf, field } from '../../document/fields.ts';
import { chooseOwn, useOwnChoice } from '../../document/ownChoice.ts';
import {
  chooseSizesWorkload,
  type SizesSettings,
  setSizes,
  sizeable,
  startMeasuring,
  stopMeasuring,
  useSizes,
  wantedRequests,
} from './sizesStore.ts';

/** Settings of the measurement, and its button. */
export function SizesControls({ own }: { own: OwnExperiment | null }) {
  const { settings, measuring } = useSizes();
  const { choice } = useOwnChoice();
  const options = useOwnOptions();
  return (
    <ControlBar label="What to measure">
      <WorkloadSelect
        workload={settings.workload}
        choice={choice}
        own={options}
        disabled={measuring}
        onWorkload={chooseSizesWorkload}
        onOwn={chooseOwn}
      />
      {own ? <OwnRequests own={own} /> : <OfWorkload />}
      <ProtocolChecks
        chosen={settings.protocols}
        {...(own && { offered: sizeable(settings, own) })}
        disabled={measuring}
        onChange={(chosen) => setSizes({ protocols: chosen })}
      />
      <Measure own={own} />
    </ControlBar>
  );
}

/** An experiment contains all other settings. */
function OwnRequests({ own }: { own: OwnExperiment }) {
  const { settings, measuring } = useSizes();
  const names = own.requests.map(({ name }) => name);
  const chosen = settings.requests.filter((name) => names.includes(name));
  return (
    <MultiSelect
      label="Requests"
      miw={220}
      maw={420}
      searchable
      disabled={measuring || names.length === 0}
      placeholder={chosen.length === 0 ? 'all that change nothing' : ''}
      data={names}
      value={chosen}
      onChange={(requests) => setSizes({ requests })}
    />
  );
}

function OfWorkload() {
  const { settings, measuring } = useSizes();
  const { workload, shapes, tls } = settings;
  return (
    <>
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
        data={choicesOf(field('factors.tls'))}
        value={tls}
        onChange={(value) => setSizes({ tls: tlsLevelSchema.parse(value) })}
      />
      {workloadOf(workload).dated && <Dates />}
    </>
  );
}

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

function Measure({ own }: { own: OwnExperiment | null }) {
  const { settings, measuring, sizes } = useSizes();
  return (
    <StartOrStop
      working={measuring}
      missing={missingOf(settings, own)}
      icon={<IconRulerMeasure size={14} stroke={1.7} />}
      label={sizes ? 'Measure again' : 'Measure'}
      onStart={() => void startMeasuring(own)}
      onStop={stopMeasuring}
    />
  );
}

function missingOf(settings: SizesSettings, own: OwnExperiment | null): string {
  const { protocols, shapes } = settings;
  if (own && own.requests.length === 0) return noRequest;
  if (own && wantedRequests(settings, own).length === 0) return 'Choose at least one request.';
  const offered = own ? sizeable(settings, own) : protocols;
  if (!protocols.some((one) => offered.includes(one))) return 'Choose at least one protocol.';
  return own || shapes.length > 0 ? '' : 'Choose at least one shape.';
}
