import { SearchInput } from './SearchInput.tsx';

interface EntrySearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Filters a list of experiments, as `matchingEntries` defines. */
export function EntrySearch(props: EntrySearchProps) {
  return (
    <SearchInput
      {...props}
      w={230}
      label="Find experiments by name, study, description or protocol"
      placeholder="Find by name, study, protocol"
    />
  );
}
