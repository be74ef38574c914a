import { Button } from '@mantine/core';
import { IconPin, IconX } from '@tabler/icons-react';
import type { HistoryPage } from '../../../../contracts/history.ts';
import { protocols, runStatusSchema, verdictSchema } from '../../../../contracts/words.ts';
import { formatCount } from '../../../../metrics/format.ts';
import { protocolStyle } from '../../../look/protocols.ts';
import styles from '../History.module.css';
import { ask, askForAll, isNarrowed, useHistory } from '../historyStore.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { PeriodMenu } from './PeriodMenu.tsx';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const protocolOptions = protocols.map((value) => ({ value, label: protocolStyle(value).label }));
const statusOptions = runStatusSchema.options.map((value) => ({ value, label: capital(value) }));
const verdictOptions = verdictSchema.options.map((value) => ({
  value,
  label: value === 'ok' ? 'Trusted' : capital(value),
}));

/** The filters of the list, each with its value. */
export function HistoryFilterBar(props: { tags: HistoryPage['tags']; disabled: boolean }) {
  const { tags, disabled } = props;
  const asked = useHistory((state) => state.asked);
  const tagOptions = tags.map(({ tag, runs }) => ({
    value: tag,
    label: tag,
    note: formatCount(runs),
  }));
  return (
    <fieldset className={styles.bar} aria-label="Filters">
      <FilterMenu
        label="Protocol"
        options={protocolOptions}
        selected={asked.protocols}
        onChange={(selected) => ask({ protocols: selected })}
        disabled={disabled}
      />
      <FilterMenu
        label="Status"
        options={statusOptions}
        selected={asked.statuses}
        onChange={(statuses) => ask({ statuses })}
        disabled={disabled}
      />
      <FilterMenu
        label="Health"
        options={verdictOptions}
        selected={asked.verdicts}
        onChange={(verdicts) => ask({ verdicts })}
        disabled={disabled}
      />
      <FilterMenu
        label="Tags"
        options={tagOptions}
        selected={asked.tags}
        onChange={(chosen) => ask({ tags: chosen })}
        disabled={disabled || (tags.length === 0 && asked.tags.length === 0)}
      />
      <PeriodMenu
        period={asked.period}
        onChange={(period) => ask({ period })}
        disabled={disabled}
      />
      <Button
        variant="default"
        size="compact-sm"
        className={styles.filter ?? ''}
        aria-pressed={asked.pinnedOnly}
        data-active={asked.pinnedOnly || undefined}
        disabled={disabled}
        leftSection={<IconPin size={13} stroke={1.8} />}
        onClick={() => ask({ pinnedOnly: !asked.pinnedOnly })}
      >
        Pinned
      </Button>
      {isNarrowed(asked) && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconX size={13} stroke={1.8} />}
          onClick={askForAll}
        >
          Clear filters
        </Button>
      )}
    </fieldset>
  );
}
