import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface EntrySearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Narrows a list of experiments down by the words of `matchingEntries`. */
export function EntrySearch({ value, onChange }: EntrySearchProps) {
  return (
    <TextInput
      w={230}
      type="search"
      aria-label="Find experiments by name, study, description or protocol"
      placeholder="Find by name, study, protocol"
      leftSection={<IconSearch size={14} stroke={1.7} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
