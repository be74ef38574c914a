import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Accessible label: what is searched, and by what. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field that filters the list below it. */
export function SearchInput({ label, onChange, ...others }: SearchInputProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      leftSection={<IconSearch size={14} stroke={1.7} />}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...others}
    />
  );
}
