import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '../History.module.css';

interface FilterOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Shown at the end of the line, such as a count. */
  readonly note?: string;
}

interface FilterMenuProps<Value extends string> {
  readonly label: string;
  readonly options: readonly FilterOption<Value>[];
  readonly selected: readonly Value[];
  readonly onChange: (selected: Value[]) => void;
  readonly disabled?: boolean;
}

/** The button of a filter: its name and value. */
export function FilterButton(props: {
  label: string;
  summary: string | null;
  disabled?: boolean;
  ref?: React.Ref<HTMLButtonElement>;
}) {
  const { label, summary, ...rest } = props;
  return (
    <Button
      {...rest}
      variant="default"
      size="compact-sm"
      className={styles.filter ?? ''}
      data-active={summary !== null || undefined}
      rightSection={<IconChevronDown size={12} stroke={1.8} />}
    >
      {label}
      {summary !== null && <span className={styles.filterSummary}>{summary}</span>}
    </Button>
  );
}

/** A filter of which several values may be chosen. */
export function FilterMenu<Value extends string>(props: FilterMenuProps<Value>): ReactNode {
  const { label, options, selected, onChange, disabled = false } = props;
  const names = selected.map(
    (value) => options.find((option) => option.value === value)?.label ?? value,
  );
  const summary = names.length > 2 ? `${names.length} chosen` : names.join(', ');
  const toggle = (value: Value) =>
    onChange(
      selected.includes(value) ? selected.filter((one) => one !== value) : [...selected, value],
    );
  return (
    <Menu>
      <Menu.Target>
        <FilterButton label={label} summary={summary === '' ? null : summary} disabled={disabled} />
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        {options.map(({ value, label: name, note }) => (
          <Menu.CheckboxItem
            key={value}
            aria-label={name}
            checked={selected.includes(value)}
            rightSection={note && <span className={styles.menuNote}>{note}</span>}
            onChange={() => toggle(value)}
          >
            {name}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
