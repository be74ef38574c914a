import { SegmentedControl, Select } from '@mantine/core';
import { IconWaveSine } from '@tabler/icons-react';
import {
  clientKinds,
  type TlsLevel,
  textKindSchema,
  tlsLevels,
  workloadNames,
} from '../../../contracts/words.ts';
import { protocolsOffering, shapeNamesOf } from '../../../workloads/registry.ts';
import { ControlBar, ControlField } from '../../components/controls/ControlBar.tsx';
import { ProtocolChecks } from '../../components/controls/ProtocolChecks.tsx';
import { StartOrStop } from '../../components/controls/StartOrStop.tsx';
import {
  chooseWireWorkload,
  recordable,
  setWire,
  stopCapture,
  takeCapture,
  useWire,
} from './wireStore.ts';

const tlsWords: Record<TlsLevel, string> = {
  off: 'off',
  on: 'on (best version of both)',
  'tls1.2': 'TLS 1.2',
  'tls1.3': 'TLS 1.3',
  mtls: 'mutual TLS',
};

/** What to record, and the button that does it. */
export function WireControls() {
  const { settings, capturing } = useWire();
  const { protocols, workload, shape, tls, client, text } = settings;
  return (
    <ControlBar label="What to record">
      <ProtocolChecks
        chosen={protocols}
        offered={protocolsOffering(workload, shape)}
        disabled={capturing}
        onChange={(chosen) => setWire({ protocols: chosen })}
      />
      <Select
        label="Workload"
        w={120}
        allowDeselect={false}
        disabled={capturing}
        data={workloadNames}
        value={workload}
        onChange={(value) => value && chooseWireWorkload(value)}
      />
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
        data={tlsLevels.map((value) => ({ value, label: tlsWords[value] }))}
        value={tls}
        onChange={(value) => value && setWire({ tls: value })}
      />
      <Select
        label="Text"
        w={110}
        allowDeselect={false}
        disabled={capturing}
        data={textKindSchema.options}
        value={text}
        onChange={(value) => value && setWire({ text: value })}
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
      <Take />
    </ControlBar>
  );
}

function Take() {
  const { settings, capturing, captures } = useWire();
  return (
    <StartOrStop
      working={capturing}
      missing={recordable(settings).length === 0 ? 'Choose at least one protocol.' : ''}
      icon={<IconWaveSine size={14} stroke={1.7} />}
      label={captures.length > 0 ? 'Take another capture' : 'Take a capture'}
      onStart={() => void takeCapture()}
      onStop={stopCapture}
    />
  );
}
