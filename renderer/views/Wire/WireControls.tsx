import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconPlayerStop, IconWaveSine } from '@tabler/icons-react';
import {
  clientKinds,
  protocols,
  type TlsLevel,
  textKindSchema,
  tlsLevels,
} from '../../../contracts/words.ts';
import { shapeNames } from '../../../contracts/workloads/product-shapes.ts';
import { protocolStyle } from '../../app/protocols.ts';
import { ProtocolMarker } from '../../components/ProtocolMarker.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Wire.module.css';
import { setWire, stopCapture, takeCapture, useWire } from './wireStore.ts';

const tlsWords: Record<TlsLevel, string> = {
  off: 'off',
  on: 'on (best both have)',
  'tls1.2': 'TLS 1.2',
  'tls1.3': 'TLS 1.3',
  mtls: 'mutual TLS',
};

/** What to record, and the button that does it. */
export function WireControls() {
  const { settings, capturing } = useWire();
  const { shape, tls, client, text } = settings;
  return (
    <section className={styles.controls} aria-label="What to record">
      <Protocols />
      <Select
        label="Shape"
        w={110}
        allowDeselect={false}
        disabled={capturing}
        data={shapeNames}
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
      <fieldset className={styles.field} disabled={capturing}>
        <legend>Client</legend>
        <SegmentedControl
          aria-label="Client"
          disabled={capturing}
          data={[...clientKinds]}
          value={client}
          onChange={(value) => setWire({ client: value === 'raw' ? 'raw' : 'library' })}
        />
      </fieldset>
      <Take />
    </section>
  );
}

function Protocols() {
  const { settings, capturing } = useWire();
  const chosen = settings.protocols;
  return (
    <fieldset className={styles.field} disabled={capturing}>
      <legend>Protocols</legend>
      <div className={styles.protocols}>
        {protocols.map((protocol) => (
          <label key={protocol} className={styles.protocol}>
            <input
              type="checkbox"
              checked={chosen.includes(protocol)}
              onChange={({ currentTarget: { checked } }) =>
                setWire({
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
function Take() {
  const { settings, capturing, captures } = useWire();
  const active = useEngineQuery(['runs', 'active'], (engine) => engine.runs.active());
  const busy = active.data?.status === 'running';
  const why = busy
    ? 'A run is in progress.'
    : settings.protocols.length === 0
      ? 'Choose at least one protocol.'
      : '';
  if (capturing) {
    return (
      <div className={styles.take}>
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} stroke={1.7} />}
          onClick={stopCapture}
        >
          Stop
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.take}>
      {why !== '' && <span>{why}</span>}
      <Button
        disabled={why !== ''}
        leftSection={<IconWaveSine size={14} stroke={1.7} />}
        onClick={() => void takeCapture()}
      >
        {captures.length > 0 ? 'Take another capture' : 'Take a capture'}
      </Button>
    </div>
  );
}
