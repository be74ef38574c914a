import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { SettingsRow } from './SettingRow.tsx';

interface ToggleProps {
  readonly label: string;
  readonly about: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A setting that is on or off. */
export function Toggle({ label, about, checked, onChange }: ToggleProps) {
  return (
    <SettingsRow
      label={label}
      about={about}
      control={({ labelledBy, describedBy }) => (
        <Switch
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    />
  );
}
