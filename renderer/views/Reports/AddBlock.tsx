import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { FigureChoice, Report } from '../../../contracts/report.ts';
import { figureBlock, insertBlock, textBlock } from '../../data/reportBlocks.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Reports.module.css';
import type { Composition } from './useComposer.ts';

/** Adds a text, or one of the runs' figures. */
export function AddBlock({ report, change }: { report: Report; change: Composition['change'] }) {
  const query = useEngineQuery(['reports', 'choices', report.runIds.join(' ')], (engine) =>
    engine.reports.choices({ runIds: report.runIds }),
  );
  const choices = query.data ?? [];
  const add = (value: string | null) => {
    const chosen = value === null ? undefined : choices[Number(value)];
    if (chosen) change((old) => insertBlock(old, figureBlock(old, chosen.figure)));
  };
  return (
    <div className={styles.add}>
      <Button
        variant="default"
        leftSection={<IconPlus size={13} stroke={1.8} />}
        onClick={() => change((old) => insertBlock(old, textBlock(old)))}
      >
        Add text
      </Button>
      <Select
        className={styles.addFigure ?? ''}
        aria-label="Add a figure"
        placeholder={query.isError ? 'The figures could not be read' : 'Add a figure …'}
        disabled={choices.length === 0}
        searchable
        limit={200}
        value={null}
        data={grouped(choices)}
        onChange={add}
        nothingFoundMessage="No such figure"
        comboboxProps={{ position: 'top-start' }}
      />
    </div>
  );
}

/** By run; a value is the index among all choices. */
function grouped(choices: readonly FigureChoice[]) {
  const names = [...new Set(choices.map(({ group }) => group))];
  return names.map((group) => ({
    group,
    items: choices.flatMap((choice, index) =>
      choice.group === group ? [{ value: String(index), label: choice.label }] : [],
    ),
  }));
}
