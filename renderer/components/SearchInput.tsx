import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** What is searched and by what, for those who cannot see the list. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field that narrows down what is listed below it. */
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
