import { Button } from '@mantine/core';
import { resetSettings, useSettingsQuery } from '../../actions/settings.ts';
import { confirm } from '../../components/confirm.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { AboutPanel } from './AboutPanel.tsx';
import { AppearancePanel } from './AppearancePanel.tsx';
import { HostsPanel } from './HostsPanel.tsx';
import { RemovedPanel } from './RemovedPanel.tsx';
import { RunsPanel } from './RunsPanel.tsx';
import styles from './Settings.module.css';
import { StatePanel } from './StatePanel.tsx';
import { UpdatesPanel } from './UpdatesPanel.tsx';

async function askReset(): Promise<void> {
  const sure = await confirm({
    title: 'Reset the settings?',
    children:
      'Appearance, notifications, sleep, update checks and the experiments folder return to their defaults. Runs, reports and confirmed hosts are kept.',
    confirm: 'Reset',
  });
  if (sure) await resetSettings();
}

/** Permanent settings, the location of the data, and the packages in Wirebench. */
export function SettingsView() {
  const settings = useSettingsQuery();
  return (
    <div className={styles.view}>
      <ViewHeader
        title="Settings"
        actions={
          <Button variant="default" disabled={!settings.data} onClick={askReset}>
            Reset settings
          </Button>
        }
      />
      <div className={styles.scroll}>
        {settings.isPending && <LoadingState label="Reading the settings" />}
        {settings.isError && (
          <FailedState
            title="The settings could not be read"
            error={settings.error}
            onRetry={() => settings.refetch()}
          />
        )}
        {settings.data && (
          <div className={styles.columns}>
            <AppearancePanel settings={settings.data} />
            <RunsPanel settings={settings.data} />
            <UpdatesPanel settings={settings.data} />
            <HostsPanel />
            <StatePanel ownFolder={settings.data.experimentsFolder} />
            <RemovedPanel />
            <AboutPanel />
          </div>
        )}
      </div>
    </div>
  );
}
