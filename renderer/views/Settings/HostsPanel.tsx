import { Button } from '@mantine/core';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { notifyError, notifyUndo } from '../../components/notify.tsx';
import { Panel } from '../../components/Panel.tsx';
import { engine, queryClient, useEngineQuery } from '../../transport/engine.ts';
import styles from './Settings.module.css';

const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['hosts'] }),
    queryClient.invalidateQueries({ queryKey: ['experiments', 'check'] }),
  ]);

async function confirmAgain(host: string): Promise<void> {
  try {
    await engine.hosts.confirm({ host });
    await refresh();
  } catch (error) {
    notifyError(error, 'The host could not be confirmed');
  }
}

async function forget(host: string): Promise<void> {
  try {
    await engine.hosts.forget({ host });
    await refresh();
    notifyUndo(`${host} must be confirmed again`, () => void confirmAgain(host));
  } catch (error) {
    notifyError(error, 'The confirmation could not be revoked');
  }
}

/** Machines that the user has allowed to be loaded. */
export function HostsPanel() {
  const hosts = useEngineQuery(['hosts', 'list'], (source) => source.hosts.list());
  return (
    <Panel title="Confirmed hosts" note="may be loaded" padded={false}>
      {hosts.isPending && <LoadingState label="Reading the confirmed hosts" rows={2} />}
      {hosts.isError && (
        <FailedState
          title="The hosts could not be read"
          error={hosts.error}
          onRetry={() => hosts.refetch()}
        />
      )}
      {hosts.data?.length === 0 && (
        <p className={styles.empty}>
          None. The first run that loads another computer asks for confirmation.
        </p>
      )}
      {hosts.data && hosts.data.length > 0 && (
        <ul className={styles.list} aria-label="Confirmed hosts">
          {hosts.data.map((host) => (
            <li key={host} className={styles.item}>
              <span className={styles.name} title={host}>
                {host}
              </span>
              <Button
                variant="default"
                aria-label={`Revoke the confirmation of ${host}`}
                onClick={() => forget(host)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
