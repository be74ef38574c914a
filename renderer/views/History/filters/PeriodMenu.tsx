import { Menu, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import styles from '../History.module.css';
import { describePeriod, type Period, presets } from '../period.ts';
import { FilterButton } from './FilterMenu.tsx';

/** Letters and arrows within a date are not meant for the menu. */
function keep(event: KeyboardEvent): void {
  if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation();
}

/** Chooses when runs have to have started. */
export function PeriodMenu(props: {
  period: Period;
  onChange: (period: Period) => void;
  disabled: boolean;
}) {
  const { period, onChange, disabled } = props;
  const said = describePeriod(period);
  const days = period.kind === 'between' ? period : { from: '', to: '' };
  const choose = (from: string, to: string) =>
    onChange(from === '' && to === '' ? { kind: 'any' } : { kind: 'between', from, to });
  return (
    <Menu position="bottom-start" trapFocus>
      <Menu.Target>
        <FilterButton
          label="Started"
          said={period.kind === 'any' ? null : said}
          disabled={disabled}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {presets.map(({ label, period: preset }) => (
          <Menu.Item
            key={label}
            role="menuitemradio"
            aria-checked={said === label}
            leftSection={
              <IconCheck
                size={13}
                stroke={2.2}
                visibility={said === label ? 'visible' : 'hidden'}
              />
            }
            onClick={() => onChange(preset)}
          >
            {label}
          </Menu.Item>
        ))}
        <fieldset className={styles.days} aria-label="Days" onKeyDown={keep}>
          <TextInput
            type="date"
            label="From"
            value={days.from}
            onChange={(event) => choose(event.currentTarget.value, days.to)}
          />
          <TextInput
            type="date"
            label="To"
            value={days.to}
            onChange={(event) => choose(days.from, event.currentTarget.value)}
          />
        </fieldset>
      </Menu.Dropdown>
    </Menu>
  );
}
