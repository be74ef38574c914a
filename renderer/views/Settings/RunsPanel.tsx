import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { Settings } from '../../../contracts/settings.ts';
import { changeSettings } from '../../actions/settings.ts';
import { Panel } from '../../components/Panel.tsx';
import { shell } from '../../transport/shell.ts';
import { SettingsRow } from './SettingRow.tsx';
import { Toggle } from './Toggle.tsx';

/** Settings for during and after a run. */
export function RunsPanel({ settings }: { settings: Settings }) {
  return (
    <Panel title="Runs" padded={false}>
      <Toggle
        label="Notify me when a long run ends"
        about="With a notification, while the window is in the background."
        checked={settings.notifyAtEnd}
        onChange={(notifyAtEnd) => void changeSettings({ notifyAtEnd })}
      />
      {settings.notifyAtEnd && shell.kind === 'browser' && <BrowserPermission />}
      {settings.notifyAtEnd && <LongRun seconds={settings.notifyAfterSeconds} />}
      <Toggle
        label="Keep the computer awake"
        about="During a run: a sleeping computer measures nothing."
        checked={settings.keepAwake}
        onChange={(keepAwake) => void changeSettings({ keepAwake })}
      />
    </Panel>
  );
}

function LongRun({ seconds }: { seconds: number }) {
  return (
    <SettingsRow
      label="Notify after"
      about="Shorter runs end without a notification."
      control={({ labelledBy }) => (
        <NumberInput
          // Another window may have changed it.
          key={seconds}
          w={110}
          aria-labelledby={labelledBy}
          suffix=" s"
          min={0}
          max={86_400}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          defaultValue={seconds}
          onBlur={(event) => store(event.currentTarget.value, seconds)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') store(event.currentTarget.value, seconds);
          }}
        />
      )}
    />
  );
}

function store(text: string, before: number): void {
  const value = Number.parseInt(text, 10);
  if (Number.isInteger(value) && value !== before)
    void changeSettings({ notifyAfterSeconds: value });
}

const permissionWords: Record<NotificationPermission, string> = {
  granted: 'This browser allows it.',
  denied: 'This browser refuses it; its settings for this page can change that.',
  default: 'Allow it in this browser first.',
};

/** A page may notify only with the browser's permission. */
function BrowserPermission() {
  const supported = 'Notification' in window;
  const [permission, setPermission] = useState<NotificationPermission>(
    supported ? Notification.permission : 'denied',
  );
  return (
    <SettingsRow
      label="Notifications of this browser"
      about={
        supported ? permissionWords[permission] : 'This browser does not support notifications.'
      }
      control={() =>
        supported && permission === 'default' ? (
          <Button
            variant="default"
            onClick={async () => setPermission(await Notification.requestPermission())}
          >
            Allow
          </Button>
        ) : null
      }
    />
  );
}
