import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ComparedRun, Difference } from '../../../contracts/compare.ts';
import { Panel } from '../../components/Panel.tsx';
import { runLabels } from '../../data/compareLabels.ts';
import styles from './Compare.module.css';

interface DifferencesProps {
  /** The baseline first. */
  readonly runs: readonly ComparedRun[];
  /** Names of runs, by id. */
  readonly names?: ReadonlyMap<string, string>;
}

/** Other differences between the runs: the first suspects for any difference in results. */
export function Differences({ runs, names = runLabels(runs) }: DifferencesProps) {
  const [, ...others] = runs;
  if (others.length === 0) return null;
  const differing = others.flatMap(({ id, differences }) =>
    differences.length > 0 ? [{ name: names.get(id) ?? id, differences }] : [],
  );
  if (differing.length === 0) {
    return (
      <p className={styles.same}>
        <IconCircleCheck size={15} stroke={1.7} aria-hidden />
        No other difference is known: same machine, versions and settings.
      </p>
    );
  }
  return (
    <Panel
      title="What else differs"
      note="any of these may explain a difference, most likely first"
      padded={false}
    >
      <div className={styles.differing}>
        {differing.map(({ name, differences }) => (
          <div key={name} className={styles.differingRun}>
            {others.length > 1 && <h3 className={styles.differingName}>{capital(name)}</h3>}
            <DifferenceList label={`What else differs in ${name}`} items={differences} />
          </div>
        ))}
      </div>
    </Panel>
  );
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const matters: Record<Difference['likelihood'], string> = {
  likely: 'likely to matter',
  possible: 'may matter',
  unlikely: 'hardly matters',
};

/** Differences in words, with their likely importance shown by icon, word and colour. */
export function DifferenceList({ label, items }: { label: string; items: readonly Difference[] }) {
  return (
    <ul className={styles.differences} aria-label={label}>
      {items.map(({ words, likelihood }) => {
        const Icon = likelihood === 'likely' ? IconAlertTriangle : IconInfoCircle;
        return (
          <li key={words} className={styles.difference} data-likelihood={likelihood}>
            <Icon size={14} stroke={1.8} aria-hidden />
            <span className={styles.differenceWords}>{words}</span>
            <span className={styles.differenceMatters}>{matters[likelihood]}</span>
          </li>
        );
      })}
    </ul>
  );
}
