import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconPlus, IconServer2 } from '@tabler/icons-react';
import { memo, useCallback, useState } from 'react';
import { defaultProtocol } from '../../../contracts/protocols.ts';
import type { ListedTarget, SavedTarget } from '../../../contracts/services.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { orderOf, orderService, stopService } from '../../actions/serviceActions.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import type { WatchedServices } from '../../data/serviceFeed.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { ServiceDetail } from './bundled/ServiceDetail.tsx';
import { answeredWords, ServiceTable } from './bundled/ServiceTable.tsx';
import { TargetDetail } from './remote/TargetDetail.tsx';
import { TargetDialog } from './remote/TargetDialog.tsx';
import { TargetTable } from './remote/TargetTable.tsx';
import { targetsKey } from './remote/targetActions.ts';
import styles from './Services.module.css';
import { useServices } from './servicesStore.ts';
import { StacksPanel } from './stacks/StacksPanel.tsx';
import { useFollowedServices } from './useFollowedServices.ts';

/** Content of the pane on the right. */
type Selection =
  | { readonly kind: 'service'; readonly protocol: Protocol }
  | { readonly kind: 'target'; readonly id: string };

/** The bundled services to start by hand, and the saved targets elsewhere. */
export function ServicesView() {
  const tryAgain = useFollowedServices();
  const { services, error } = useServices();
  return (
    <div className={styles.view}>
      <ViewHeader
        title="Services"
        note={services ? answeredWords(services) : undefined}
        actions={services && <AllButtons services={services} />}
      />
      {services && <Workbench services={services} />}
      {!services && error === null && <LoadingState label="Reading the services" rows={6} />}
      {!services && error !== null && (
        <FailedState title="The services could not be read" error={error} onRetry={tryAgain} />
      )}
    </div>
  );
}

function AllButtons({ services }: { services: WatchedServices }) {
  const idle = services.filter(
    ({ service: { state } }) => state === 'stopped' || state === 'crashed',
  );
  const running = services.filter(({ service }) => service.state === 'running');
  return (
    <>
      <Button
        variant="default"
        disabled={idle.length === 0}
        leftSection={<IconPlayerPlay size={14} stroke={1.7} />}
        onClick={() => {
          for (const { service } of idle) {
            void orderService(orderOf(service));
          }
        }}
      >
        Start all
      </Button>
      <Button
        variant="default"
        disabled={running.length === 0}
        leftSection={<IconPlayerStop size={14} stroke={1.7} />}
        onClick={() => {
          for (const { service } of running) void stopService(service.protocol);
        }}
      >
        Stop all
      </Button>
    </>
  );
}

const noTargets: readonly ListedTarget[] = [];

function Workbench({ services }: { services: WatchedServices }) {
  const [selection, setSelection] = useState<Selection>({
    kind: 'service',
    protocol: defaultProtocol,
  });
  const [dialog, setDialog] = useState<{ target: SavedTarget | null } | null>(null);
  const query = useEngineQuery([...targetsKey], (engine) => engine.services.targets.list());
  const selectService = useCallback(
    (chosen: Protocol) => setSelection({ kind: 'service', protocol: chosen }),
    [],
  );
  const selectTarget = useCallback((id: string) => setSelection({ kind: 'target', id }), []);
  const targets = query.data ?? noTargets;
  const target =
    selection.kind === 'target' ? targets.find(({ id }) => id === selection.id) : undefined;
  const protocol = selection.kind === 'service' ? selection.protocol : defaultProtocol;
  const service = services.find((one) => one.service.protocol === protocol);
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        <Panel
          title="Bundled services"
          note="on this computer, separate from those of a run"
          padded={false}
        >
          <ServiceTable
            services={services}
            selected={target ? null : protocol}
            onSelect={selectService}
          />
        </Panel>
        <StacksPanel />
        <Panel
          title="Remote targets"
          note="services on other machines, as targets of load"
          padded={false}
          className={styles.targets ?? ''}
          actions={
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} stroke={1.7} />}
              onClick={() => setDialog({ target: null })}
            >
              Add
            </Button>
          }
        >
          {query.isPending && <LoadingState label="Reading the targets" rows={3} />}
          {query.isError && (
            <FailedState
              title="The targets could not be read"
              error={query.error}
              onRetry={() => query.refetch()}
            />
          )}
          {query.isSuccess && (
            <Targets targets={targets} selected={target?.id ?? null} onSelect={selectTarget} />
          )}
        </Panel>
      </div>
      {target ? (
        <TargetDetail key={target.id} target={target} onEdit={() => setDialog({ target })} />
      ) : (
        service && <ServiceDetail one={service} />
      )}
      {dialog && (
        <TargetDialog
          target={dialog.target}
          onClose={() => setDialog(null)}
          onSaved={({ id }) => {
            setDialog(null);
            setSelection({ kind: 'target', id });
          }}
        />
      )}
    </div>
  );
}

interface TargetsProps {
  readonly targets: readonly ListedTarget[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

const Targets = memo(function Targets(props: TargetsProps) {
  if (props.targets.length > 0) return <TargetTable {...props} />;
  return (
    <EmptyState icon={<IconServer2 size={20} stroke={1.6} />} title="No remote targets">
      Save the addresses of services on other machines, check that they are reachable, and select
      them in the editor.
    </EmptyState>
  );
});
