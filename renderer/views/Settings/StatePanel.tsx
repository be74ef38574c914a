import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StorageFacts } from '../../../contracts/settings.ts';
import { formatBytes } from '../../../metrics/format.ts';
import { changeSettings } from '../../actions/settings.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { notifyDone, notifyError } from '../../components/notify.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import { shell } from '../../transport/shell.ts';
import { SettingsRow } from './SettingRow.tsx';
import styles from './Settings.module.css';

/** Location of all data, and of the user's experiments. */
export function StatePanel({ ownFolder }: { ownFolder: string | null }) {
  const storage = useEngineQuery(['settings', 'storage'], (engine) => engine.settings.storage());
  return (
    <Panel title="Files" padded={false}>
      {storage.isPending && <LoadingState label="Reading the locations" rows={3} />}
      {storage.isError && (
        <FailedState
          title="The locations could not be read"
          error={storage.error}
          onRetry={() => storage.refetch()}
        />
      )}
      {storage.data && (
        <>
          <Places storage={storage.data} />
          <ExperimentsFolder
            key={storage.data.experimentsFolder}
            storage={storage.data}
            own={ownFolder}
          />
        </>
      )}
    </Panel>
  );
}

function Places({ storage }: { storage: StorageFacts }) {
  return (
    <>
      <SettingsRow
        label="Data folder"
        about={<span className={styles.path}>{storage.home}</span>}
        control={() => <ShowPath which="home" path={storage.home} name="the data folder" />}
      />
      <SettingsRow
        label={`Database, ${formatBytes(storage.databaseBytes)}`}
        about={<span className={styles.path}>{storage.database}</span>}
        control={() => <ShowPath which="database" path={storage.database} name="the database" />}
      />
    </>
  );
}

interface ShowPathProps {
  readonly which: 'home' | 'database';
  readonly path: string;
  readonly name: string;
}

/** Shows it in the system's file manager; a browser, which has none, copies the path. */
function ShowPath({ which, path, name }: ShowPathProps) {
  const desktop = shell.kind === 'desktop';
  const act = async () => {
    try {
      if (desktop && (await shell.showPath(which))) return;
      await navigator.clipboard.writeText(path);
      notifyDone('Path copied');
    } catch (error) {
      notifyError(error, 'The path could not be shown');
    }
  };
  return (
    <Button
      variant="default"
      aria-label={desktop ? `Show ${name}` : `Copy path of ${name}`}
      onClick={act}
    >
      {desktop ? 'Show' : 'Copy path'}
    </Button>
  );
}

function ExperimentsFolder({ storage, own }: { storage: StorageFacts; own: string | null }) {
  const [path, setPath] = useState(storage.experimentsFolder);
  const changed = path.trim() !== storage.experimentsFolder;
  const use = async (experimentsFolder: string | null) => {
    if (await changeSettings({ experimentsFolder })) notifyDone('Folder saved');
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed) void use(path.trim());
      }}
    >
      <SettingsRow
        label="Experiments folder"
        about="The Experiments view lists the files in this folder."
        control={() =>
          own !== null && (
            <Button variant="default" onClick={() => use(null)}>
              Use the default
            </Button>
          )
        }
      />
      <div className={styles.folder}>
        <TextInput
          aria-label="Experiments folder"
          value={path}
          spellCheck={false}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!changed || path.trim() === ''}>
          Use this folder
        </Button>
      </div>
    </form>
  );
}
