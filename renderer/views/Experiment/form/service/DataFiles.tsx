import { Select, TextInput } from '@mantine/core';
import { valueAt } from '../../../../../contracts/experiment/path.ts';
import {
  rowPickSchema as picks,
  type rowPickSchema,
} from '../../../../../contracts/experiment/service.ts';
import { renameKey } from '../../../../document/edit.ts';
import { experiment, useExperiment } from '../../../../document/experimentStore.ts';
import { freeName, namedIn } from '../../../../document/ownShapes.ts';
import { problemsAt } from '../../problems.ts';
import type { ControlProps } from '../FieldRow.tsx';
import { useSource } from '../SourceContext.tsx';
import { AddButton, IconButton, NameField } from './parts.tsx';
import styles from './Service.module.css';

const words: Readonly<Record<(typeof rowPickSchema)['options'][number], string>> = {
  sequential: 'One row after another',
  random: 'Any row',
  unique: 'Each row once, then stop',
  'per-user': 'Rows of its own for each user',
};
const options = picks.options.map((value) => ({ value, label: words[value] }));
const path = ['service', 'data'];

/** Data files: their names, paths, and which row a request uses. */
export function DataFiles({ field }: ControlProps) {
  const sources = namedIn(useSource().data, 'data');
  const names = sources.map(([name]) => name);
  return (
    <div className={styles.things}>
      {sources.map(([name, source]) => (
        <DataFile key={name} name={name} source={source} field={field} />
      ))}
      <AddButton
        disabled={field.disabled}
        onClick={() => {
          const name = freeName(names, 'rows');
          experiment.set([...path, name], { file: `${name}.csv` });
        }}
      >
        Add a data file
      </AddButton>
    </div>
  );
}

interface DataFileProps extends Pick<ControlProps, 'field'> {
  readonly name: string;
  readonly source: unknown;
}

function DataFile({ name, source, field }: DataFileProps) {
  const at = [...path, name];
  const file = valueAt(source, ['file']);
  const pick = valueAt(source, ['pick']) ?? 'sequential';
  const { disabled } = field;
  return (
    <div className={styles.line}>
      <NameField
        label={`Name of data file ${name}`}
        name={name}
        disabled={disabled}
        onRename={(to) => {
          const { text } = useExperiment.getState();
          const renamed = renameKey(text, at, to);
          experiment.write(renamed, `rename ${name}`);
          return renamed !== text;
        }}
      />
      <TextInput
        className={styles.grow}
        aria-label={`File of ${name}`}
        placeholder="orders.csv"
        disabled={disabled}
        error={problemsAt(field.problems, [...at, 'file']).length > 0}
        value={typeof file === 'string' ? file : ''}
        onChange={({ currentTarget: { value } }) => experiment.set([...at, 'file'], value)}
      />
      <Select
        aria-label={`Rows of ${name}`}
        w={190}
        allowDeselect={false}
        disabled={disabled}
        error={problemsAt(field.problems, [...at, 'pick']).length > 0}
        data={options}
        value={String(pick)}
        onChange={(value) => value && experiment.set([...at, 'pick'], value)}
      />
      <IconButton
        label={`Remove data file ${name}`}
        disabled={disabled}
        onClick={() => experiment.remove(at)}
      />
    </div>
  );
}
