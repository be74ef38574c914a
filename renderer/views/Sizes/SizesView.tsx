import { Button } from '@mantine/core';
import { IconRulerMeasure } from '@tabler/icons-react';
import type { Sizes } from '../../../contracts/sizes.ts';
import { tlsLabel } from '../../../metrics/cell-columns.ts';
import { formatAgo } from '../../../metrics/format.ts';
import { type OwnExperiment, useOwnExperiment } from '../../actions/ownExperiment.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { navigate } from '../../navigation/navigation.ts';
import { Inspector } from './Inspector.tsx';
import { Measured } from './Measured.tsx';
import styles from './Sizes.module.css';
import { SizesControls } from './SizesControls.tsx';
import { startMeasuring, useSizes } from './sizesStore.ts';

function noteOf({ workload, tls, dates, takenAt }: Sizes, experiment: string | null): string {
  const kind = dates === 'date-only' ? ' · dates without a time of day' : '';
  return `${experiment ?? workload} · ${tlsLabel(tls)}${kind} · measured ${formatAgo(takenAt)}`;
}

/** Message sizes of a workload in every protocol, and the meaning of each byte. */
export function SizesView() {
  const { sizes, measuring, experiment } = useSizes();
  const own = useOwnExperiment();
  const shown = measuring ? null : sizes;
  return (
    <div className={styles.view}>
      <ViewHeader title="Sizes" note={shown ? noteOf(shown, experiment) : undefined} />
      <SizesControls own={own} />
      <div className={styles.body}>
        <Content own={own} />
        {own ? <EveryByte /> : <Inspector />}
      </div>
    </div>
  );
}

/** Messages of an own service have no description that the inspector could encode them with. */
function EveryByte() {
  return (
    <Panel title="Every byte">
      <p className={styles.quiet}>
        Wire shows what each byte of a request and its answer is for, with the names of its fields.
      </p>
      <Button variant="default" mt={8} onClick={() => navigate({ view: 'wire' })}>
        Show the bytes in Wire
      </Button>
    </Panel>
  );
}

function Content({ own }: { own: OwnExperiment | null }) {
  const { sizes, measuring, error } = useSizes();
  if (measuring) {
    return (
      <Panel
        title="Measuring"
        note={
          own
            ? 'Your service is called twice with every request over each protocol.'
            : 'Each service is started in turn and called twice with every shape.'
        }
        padded={false}
      >
        <LoadingState label="Measuring the sizes" rows={8} />
      </Panel>
    );
  }
  if (error !== null) {
    return (
      <FailedState
        title="The sizes could not be measured"
        error={error}
        onRetry={() => void startMeasuring(own)}
      />
    );
  }
  if (sizes) return <Measured sizes={sizes} />;
  return (
    <div className={styles.waiting}>
      <EmptyState icon={<IconRulerMeasure size={20} stroke={1.6} />} title="Nothing measured yet">
        A measurement calls each protocol twice with every {own ? 'request' : 'shape'}, first on a
        new connection, then on the same one, and separates payload, envelope, headers, framing and
        TLS.{' '}
        {own ? 'What it sends reaches your service.' : 'The inspector below works without one.'}
      </EmptyState>
    </div>
  );
}
