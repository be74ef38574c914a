import { MultiSelect, Select } from '@mantine/core';
import {
  type StudyName,
  studyLabels,
  studyNames,
  studyTables,
} from '../../../../contracts/studies.ts';
import type { ControlProps } from './FieldRow.tsx';

function isStudy(value: unknown): value is StudyName {
  return studyNames.some((name) => name === value);
}

/** The file's values, as far as they can be shown. */
function settingsOf(value: unknown): { name: StudyName | null; tables: string[] } {
  const { name, tables } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const listed = Array.isArray(tables) ? tables : [];
  return {
    name: isStudy(name) ? name : null,
    tables: listed.filter((one): one is string => typeof one === 'string'),
  };
}

/** A study and the published tables that runs are compared with; cleared, the experiment names none. */
export function StudyControl({ field, inputId }: ControlProps) {
  const { name, tables } = settingsOf(field.isSet ? field.value : null);
  const choose = (next: string | null) =>
    isStudy(next)
      ? field.set({ name: next, tables: studyTables[next].slice(0, 1) })
      : field.reset();
  return (
    <>
      <Select
        id={inputId}
        w={150}
        clearable
        disabled={field.disabled}
        placeholder="none"
        data={studyNames.map((value) => ({ value, label: studyLabels[value] }))}
        value={name}
        onChange={choose}
      />
      {name && (
        <MultiSelect
          aria-label="Published tables"
          miw={220}
          disabled={field.disabled}
          data={[...studyTables[name]]}
          value={tables}
          onChange={(next) =>
            next.length === 0 ? field.reset() : field.set({ name, tables: next })
          }
        />
      )}
    </>
  );
}
