import { Popover, Radio, TextInput } from '@mantine/core';
import styles from '../History.module.css';
import { describePeriod, type Period, presets } from '../period.ts';
import { FilterButton } from './FilterMenu.tsx';

interface PeriodMenuProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
  readonly disabled: boolean;
}

/** Filters runs by start time. */
export function PeriodMenu({ period, onChange, disabled }: PeriodMenuProps) {
  return (
    <Popover position="bottom-start" offset={4} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <FilterButton
          label="Date"
          summary={period.kind === 'any' ? null : describePeriod(period)}
          disabled={disabled}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Date" className={styles.period ?? ''}>
        <Presets period={period} onChange={onChange} />
        <Days period={period} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Presets({ period, onChange }: Omit<PeriodMenuProps, 'disabled'>) {
  const choose = (label: string) => {
    const preset = presets.find((one) => one.label === label);
    if (preset) onChange(preset.period);
  };
  return (
    <Radio.Group aria-label="Date" value={describePeriod(period)} onChange={choose}>
      {presets.map(({ label }) => (
        <Radio key={label} size="xs" className={styles.preset ?? ''} value={label} label={label} />
      ))}
    </Radio.Group>
  );
}

function Days({ period, onChange }: Omit<PeriodMenuProps, 'disabled'>) {
  const { from, to } = period.kind === 'between' ? period : { from: '', to: '' };
  const choose = (first: string, last: string) =>
    onChange(first || last ? { kind: 'between', from: first, to: last } : { kind: 'any' });
  return (
    <fieldset className={styles.days} aria-label="Days">
      <TextInput
        type="date"
        label="From"
        value={from}
        onChange={(event) => choose(event.currentTarget.value, to)}
      />
      <TextInput
        type="date"
        label="To"
        value={to}
        onChange={(event) => choose(from, event.currentTarget.value)}
      />
    </fieldset>
  );
}
