import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Settings } from '../../../contracts/settings.ts';
import { changeSettings } from '../../actions/settings.ts';
import { Panel } from '../../components/Panel.tsx';
import { describeError } from '../../transport/errors.ts';
import { shell } from '../../transport/shell.ts';
import { SettingsRow } from './SettingRow.tsx';
import { Toggle } from './Toggle.tsx';

/** Checking for updates, which happens only on request. */
export function UpdatesPanel({ settings }: { settings: Settings }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    try {
      setAnswer((await shell.checkForUpdate()).message);
    } catch (error) {
      setAnswer(describeError(error).message);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Panel title="Updates" padded={false}>
      <SettingsRow
        label="Check now"
        about={
          <span role="status">{answer ?? 'Contacts only the address set in this build.'}</span>
        }
        control={() => (
          <Button variant="default" loading={asking} onClick={ask}>
            Check for updates
          </Button>
        )}
      />
      {shell.kind === 'desktop' && (
        <Toggle
          label="Check at every start"
          about="Off by default. Nothing is downloaded or installed automatically."
          checked={settings.updateCheck}
          onChange={(updateCheck) => void changeSettings({ updateCheck })}
        />
      )}
    </Panel>
  );
}
