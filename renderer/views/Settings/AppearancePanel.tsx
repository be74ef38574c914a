import { SegmentedControl, Select } from '@mantine/core';
import type { Settings } from '../../../contracts/settings.ts';
import { changeSettings } from '../../actions/settings.ts';
import { Panel } from '../../components/Panel.tsx';
import { shell } from '../../transport/shell.ts';
import { SettingsRow } from './SettingRow.tsx';

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const sizes = [80, 90, 100, 110, 125, 150, 175, 200];

/** Appearance of the window. */
export function AppearancePanel({ settings }: { settings: Settings }) {
  return (
    <Panel title="Appearance" padded={false}>
      <SettingsRow
        label="Colours"
        about="Light, dark, or the same as the system."
        control={({ labelledBy }) => (
          <SegmentedControl
            aria-labelledby={labelledBy}
            data={schemes}
            value={settings.scheme}
            onChange={(value) => {
              if (value !== 'auto' && value !== 'light' && value !== 'dark') return;
              void changeSettings({ scheme: value });
            }}
          />
        )}
      />
      {shell.kind === 'desktop' ? (
        <SettingsRow
          label="Size"
          about="Scales the whole window: smaller shows more, larger suits a distant or high-resolution screen."
          control={({ labelledBy }) => (
            <Select
              w={96}
              aria-labelledby={labelledBy}
              allowDeselect={false}
              data={sizes.map((size) => ({ value: String(size), label: `${size} %` }))}
              value={String(settings.zoomPercent)}
              onChange={(value) => {
                if (value !== null) void changeSettings({ zoomPercent: Number(value) });
              }}
            />
          )}
        />
      ) : (
        <SettingsRow
          label="Size"
          about="Use the browser’s zoom: Ctrl and + or −."
          control={() => null}
        />
      )}
    </Panel>
  );
}
