import { Button, Checkbox, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import type { RunSummary } from '../../../contracts/engine-api.ts';
import { formatAgo } from '../../../metrics/format.ts';
import { newReportFor } from '../../actions/newReport.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { SearchInput } from '../../components/SearchInput.tsx';
import { useReturnFocus } from '../../components/useReturnFocus.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Reports.module.css';

/** Runs shown at once; the others are found by name. */
const maxShown = 60;
const maxChosen = 6;

/** Asks which runs a new report is about. */
export function NewReport({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const query = useEngineQuery(['runs', 'list'], (engine) => engine.runs.list({ limit: 10_000 }));
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const runs = (query.data ?? []).filter(({ status }) => status !== 'running');
  const words = search.trim().toLowerCase();
  const found = runs.filter(({ name }) => name.toLowerCase().includes(words)).slice(0, maxShown);
  const toggle = (id: string) =>
    setChosen((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id]));
  const make = () => {
    onClose();
    void newReportFor(chosen);
  };
  return (
    <Modal opened onClose={onClose} title="New report" size={520}>
      <p className={styles.lead}>
        Choose one run, or several to compare. The first one is the baseline.
      </p>
      <SearchInput
        data-autofocus
        label="Find runs by name"
        placeholder="Find by name"
        value={search}
        onChange={setSearch}
      />
      <fieldset className={styles.runs} aria-label="Runs">
        {query.isPending && <LoadingState label="Reading the runs" rows={5} />}
        {query.isError && <FailedState title="The runs could not be read" error={query.error} />}
        {query.isSuccess && found.length === 0 && (
          <p className={styles.quiet}>
            {runs.length === 0 ? 'There are no runs yet.' : 'No run has this name.'}
          </p>
        )}
        {found.map((run) => (
          <RunChoice
            key={run.id}
            run={run}
            place={chosen.indexOf(run.id)}
            disabled={!chosen.includes(run.id) && chosen.length >= maxChosen}
            onToggle={() => toggle(run.id)}
          />
        ))}
      </fieldset>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0} onClick={make}>
          {chosen.length > 1 ? 'Compare in a report' : 'Create report'}
        </Button>
      </Group>
    </Modal>
  );
}

interface RunChoiceProps {
  readonly run: RunSummary;
  /** Its index among the chosen, or −1. */
  readonly place: number;
  readonly disabled: boolean;
  readonly onToggle: () => void;
}

function RunChoice({ run, place, disabled, onToggle }: RunChoiceProps) {
  return (
    <div className={styles.runChoice}>
      <Checkbox
        size="xs"
        label={run.name}
        checked={place >= 0}
        disabled={disabled}
        onChange={onToggle}
      />
      <span className={styles.quiet}>
        {place === 0 ? 'baseline · ' : ''}
        {formatAgo(run.startedAt)}
      </span>
    </div>
  );
}
