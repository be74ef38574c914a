import { useMemo, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { shapesOf } from '../../data/columns.ts';
import { filterWords, firstFilter, passes, type SeriesFilter } from '../../data/seriesFilter.ts';
import { AllTrials } from './AllTrials.tsx';
import { ClientTaxPanel } from './ClientTaxPanel.tsx';
import { Comparisons } from './Comparisons.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Percentiles } from './Percentiles.tsx';
import styles from './Result.module.css';
import { ResultHeader } from './ResultHeader.tsx';
import { Rounds } from './Rounds.tsx';
import { RunFacts } from './RunFacts.tsx';
import { ShapeFigures } from './ShapeFigures.tsx';
import { SaturationPanel } from './saturation/SaturationPanel.tsx';
import { TrialDetail } from './TrialDetail.tsx';

/** A result document from top to bottom: facts, saturation, figures, percentiles, comparisons, rounds, all trials. */
export function ResultPage({ document }: { document: ResultDocument }) {
  const { run, trials, analysis } = document;
  const shapes = useMemo(() => shapesOf(trials), [trials]);
  const cells = useMemo(() => trials.map(({ cell }) => cell), [trials]);
  const [chosen, setChosen] = useState<SeriesFilter | null>(null);
  const filter = useMemo(() => chosen ?? firstFilter(cells), [chosen, cells]);
  const shown = useMemo(() => trials.filter(({ cell }) => passes(filter, cell)), [trials, filter]);
  const saturations = useMemo(
    () => analysis.saturation.filter(({ cell }) => passes(filter, cell)),
    [analysis.saturation, filter],
  );
  const words = filterWords(filter, cells);
  const origin = words ? `${run.name} · ${words}` : run.name;
  const [open, setOpen] = useState<TrialResult | null>(null);
  return (
    <div className={styles.view}>
      <ResultHeader run={run} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key */}
      <section className={styles.page} aria-label="Result" tabIndex={0}>
        <RunFacts run={run} trials={trials} />
        {trials.length === 0 ? (
          <EmptyState title="No trial of this run left figures">
            It ended before its first trial could measure anything.
          </EmptyState>
        ) : (
          <>
            <FilterBar cells={cells} filter={filter} onChange={setChosen} />
            <SaturationPanel saturations={saturations} trials={trials} origin={origin} />
            {shapes.map((shape) => (
              <ShapeFigures key={shape} shape={shape} trials={shown} origin={origin} />
            ))}
            <ClientTaxPanel taxes={analysis.clientTax} trials={trials} origin={run.name} />
            <Percentiles trials={shown} origin={origin} />
            <Comparisons comparisons={analysis.comparisons} trials={trials} runName={run.name} />
            <Rounds trials={trials} runName={run.name} onOpen={setOpen} />
            <AllTrials trials={trials} runName={run.name} onOpen={setOpen} />
          </>
        )}
      </section>
      {open && <TrialDetail trial={open} origin={run.name} onClose={() => setOpen(null)} />}
    </div>
  );
}
