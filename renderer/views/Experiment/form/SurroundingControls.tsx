import { TagsInput } from '@mantine/core';
import type { ControlProps } from './FieldRow.tsx';
import { levelsOf } from './levels.ts';
import type { Choice } from './options.ts';
import { ToggleChips } from './ToggleChips.tsx';

/** The levels that the file lists; none where it does not have the factor. */
function listedLevels({ isSet, value }: ControlProps['field']): string[] {
  return isSet ? levelsOf(value) : [];
}

/** A factor without a level is no factor: it is taken out of the file. */
function setLevels({ set, reset }: ControlProps['field'], levels: readonly string[]): void {
  if (levels.length > 0) set([...levels]);
  else reset();
}

/** A factor of a few known levels, which the cells have only where it is listed. */
export function SurroundingChips({
  field,
  labelId,
  options,
}: ControlProps & { readonly options: readonly Choice[] }) {
  return (
    <ToggleChips
      labelId={labelId}
      options={options}
      chosen={listedLevels(field)}
      disabled={field.disabled}
      onChange={(chosen) => setLevels(field, chosen)}
    />
  );
}

const usualNetworks = ['none', '1ms', '10ms', '30ms', '30ms~5ms', '30ms@100Mbit', '0ms@1Gbit'];

/** Networks, typed one after another or taken from the usual ones. */
export function NetworkControl({ field, inputId, invalid }: ControlProps) {
  return (
    <TagsInput
      id={inputId}
      w="100%"
      size="xs"
      splitChars={[',', ' ', ';']}
      placeholder={field.isSet ? '' : 'none; or 30ms, 30ms~5ms, 30ms@100Mbit'}
      data={usualNetworks}
      disabled={field.disabled}
      error={invalid}
      value={listedLevels(field)}
      onChange={(levels) => setLevels(field, levels)}
    />
  );
}
