import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { changeSettings } from '../actions/settings.ts';

function option(value: 'auto' | 'light' | 'dark', name: string, icon: ReactNode) {
  return {
    value,
    label: (
      <span title={name} style={{ display: 'grid', placeItems: 'center', height: 18 }}>
        {icon}
        <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    ),
  };
}

const options = [
  option('auto', 'Same as system', <IconDeviceDesktop size={14} stroke={1.7} />),
  option('light', 'Light', <IconSun size={14} stroke={1.7} />),
  option('dark', 'Dark', <IconMoon size={14} stroke={1.7} />),
];

/** Light, dark, or the same as the system. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Colour scheme"
      value={colorScheme}
      onChange={(value) => {
        if (value !== 'auto' && value !== 'light' && value !== 'dark') return;
        setColorScheme(value);
        void changeSettings({ scheme: value });
      }}
      data={options}
    />
  );
}
