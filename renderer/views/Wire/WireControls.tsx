import { SegmentedControl, Select } from '@mantine/core';
import { IconWaveSine } from '@tabler/icons-react';
import { clientKinds, textKindSchema, tlsLevelSchema } from '../../../contracts/words.ts';
import { shapeNamesOf } from '../../../workloads/registry.ts';
import { noRequest, type OwnExperiment, useOwnOptions } from '../../actions/ownExperiment.ts';
import { ControlBar, ControlField } from '../../components/controls/ControlBar.tsx';
import { ProtocolChecks } from '../../components/controls/ProtocolChecks.tsx';
import { StartOrStop } from '../../components/controls/StartOrStop.tsx';
import { WorkloadSelect } from '../../components/controls/WorkloadSelect.tsx';
import { choicesOf, field } from '../../document/fields.ts';
import { chooseOwn, useOwnChoice } from '../../document/ownChoice.ts';
import {
  callable,
  chooseWireWorkload,
  recordable,
  setWire,
  stopCapture,
  takeCapture,
  useWire,
  type WireSettings,
  wantedRequest,
} from './wireStore.ts';

/** Settings of the capture, and its button. */
export function WireControls({ own }: { own: OwnExperiment | null }) {
  const { settings, capturing } = useWire();
  const { choice } = useOwnChoice();
  const options = useOwnOptions();
  return (
    <ControlBar label="What to record">
      <ProtocolChecks
        chosen={settings.protocols}
        offered={callable(settings, own)}
        disabled={capturing}
        onChange={(chosen) => setWire({ protocols: chosen })}
      />
      <WorkloadSelect
        workload={settings.workload}
        choice={choice}
        own={options}
        disabled={capturing}
        onWorkload={chooseWireWorkload}
        onOwn={chooseOwn}
      />
      {own ? <OwnRequest own={own} /> : <OfWorkload />}
      <Take own={own} />
    </ControlBar>
  );
}

/** An experiment contains all other settings. */
function OwnRequest({ own }: { own: OwnExperiment }) {
  const { settings, capturing } = useWire();
  return (
    <Select
      label="Request"
      w={220}
      searchable
      allowDeselect={false}
      disabled={capturing || own.requests.length === 0}
      data={own.requests.map(({ name }) => name)}
      value={wantedRequest(settings, own)?.name ?? null}
      onChange={(request) => setWire({ request })}
    />
  );
}

function OfWorkload() {
  const { settings, capturing } = useWire();
  const { workload, shape, tls, client, text } = settings;
  return (
    <>
      <Select
        label="Shape"
        w={150}
        allowDeselect={false}
        disabled={capturing}
        data={[...shapeNamesOf(workload)]}
        value={shape}
        onChange={(value) => value && setWire({ shape: value })}
      />
      <Select
        label="TLS"
        w={150}
        allowDeselect={false}
        disabled={capturing}
        data={choicesOf(field('factors.tls'))}
        value={tls}
        onChange={(value) => setWire({ tls: tlsLevelSchema.parse(value) })}
      />
      <Select
        label="Text"
        w={110}
        allowDeselect={false}
        disabled={capturing}
        data={choicesOf(field('text'))}
        value={text}
        onChange={(value) => setWire({ text: textKindSchema.parse(value) })}
      />
      <ControlField legend="Client" disabled={capturing}>
        <SegmentedControl
          aria-label="Client"
          disabled={capturing}
          data={[...clientKinds]}
          value={client}
          onChange={(value) => setWire({ client: value === 'raw' ? 'raw' : 'library' })}
        />
      </ControlField>
    </>
  );
}

function Take({ own }: { own: OwnExperiment | null }) {
  const { settings, capturing, captures } = useWire();
  return (
    <StartOrStop
      working={capturing}
      missing={missingOf(settings, own)}
      icon={<IconWaveSine size={14} stroke={1.7} />}
      label={captures.length > 0 ? 'Take another capture' : 'Take a capture'}
      onStart={() => void takeCapture(own)}
      onStop={stopCapture}
    />
  );
}

function missingOf(settings: WireSettings, own: OwnExperiment | null): string {
  if (own?.requests.length === 0) return noRequest;
  return recordable(settings, own).length === 0 ? 'Choose at least one protocol.' : '';
}
