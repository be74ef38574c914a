import { ActionIcon, Tooltip } from '@mantine/core';
import { IconJson, IconWaveSine } from '@tabler/icons-react';
import type { WireCapture, WireDocument } from '../../../contracts/wire.ts';
import { tlsLabel } from '../../../metrics/cell-columns.ts';
import { formatAgo } from '../../../metrics/format.ts';
import { type OwnExperiment, useOwnExperiment } from '../../actions/ownExperiment.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { saveAs } from '../../components/saveAs.ts';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { Captured } from './Captured.tsx';
import styles from './Wire.module.css';
import { WireControls } from './WireControls.tsx';
import { takeCapture, useWire } from './wireStore.ts';

/** Single calls of each protocol, byte by byte. */
export function WireView() {
  const { captures, capturing, experiment } = useWire();
  const own = useOwnExperiment();
  const [first] = capturing ? [] : captures;
  return (
    <div className={styles.view}>
      <ViewHeader
        title="Wire"
        note={
          first
            ? `${experiment === null ? first.workload : `${experiment} ·`} ${first.shape} · ${tlsLabel(first.tls)} · ${first.client} · taken ${formatAgo(first.takenAt)}`
            : undefined
        }
        actions={first && <SaveDocument captures={captures} />}
      />
      <WireControls own={own} />
      <div className={styles.body}>
        <Content own={own} />
      </div>
    </div>
  );
}

function Content({ own }: { own: OwnExperiment | null }) {
  const { captures, capturing, error } = useWire();
  if (capturing) {
    return (
      <div className={styles.waiting}>
        <Panel
          title="Taking a capture"
          note={
            own
              ? 'Your service is called twice over each protocol and recorded.'
              : 'Each service is started in turn, called twice and recorded.'
          }
          padded={false}
        >
          <LoadingState label="Taking the capture" rows={10} />
        </Panel>
      </div>
    );
  }
  if (error !== null) {
    return (
      <FailedState
        title="The calls could not be recorded"
        error={error}
        onRetry={() => void takeCapture(own)}
      />
    );
  }
  if (captures.length > 0) return <Captured captures={captures} />;
  return (
    <EmptyState icon={<IconWaveSine size={20} stroke={1.6} />} title="Nothing recorded yet">
      A capture makes two calls per protocol through a recorder on this machine and shows what every
      byte is for: payload, envelope, headers, framing, TLS. It takes a few seconds and needs no
      special privileges.{own && ' Secrets of your experiment are blanked.'}
    </EmptyState>
  );
}

function save(captures: readonly WireCapture[]): Promise<void> {
  const document: WireDocument = { format: 'wirebench-wire/1', captures: [...captures] };
  return saveAs('The capture could not be saved', () => ({
    name: 'wirebench-wire.json',
    mediaType: 'application/json',
    content: JSON.stringify(document, null, 2),
  }));
}

/** Saves the captures as the document that `wirebench wire --json` prints. */
function SaveDocument({ captures }: { captures: readonly WireCapture[] }) {
  return (
    <Tooltip label="Save the capture as JSON">
      <ActionIcon aria-label="Save the capture as JSON" onClick={() => void save(captures)}>
        <IconJson size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
