import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Finding, ResultDocument } from '../../../contracts/result.ts';
import { gainFacts, hasGain } from '../../../contracts/size-gain.ts';
import { workOf, workOfTrials, workWords } from '../../../contracts/work.ts';
import { mixesLevels } from '../../../metrics/levels.ts';
import { createCursor } from '../../charts/cursor.ts';
import type { FigureState } from '../../charts/figure.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { type Metric, shapesOf } from '../../data/columns.ts';
import { namesStudy } from '../../data/published.ts';
import { filterWords, firstFilter, passes, type SeriesFilter } from '../../data/seriesFilter.ts';
import { workloadOfRun } from '../../data/workload.ts';
import { Parts } from '../../panels/trial/Parts.tsx';
import { Rounds } from '../../panels/trial/Rounds.tsx';
import { AllTrials } from './AllTrials.tsx';
import { ClientTaxPanel } from './ClientTaxPanel.tsx';
import { Comparisons } from './Comparisons.tsx';
import { EnergyPanel } from './EnergyPanel.tsx';
import { Errors } from './Errors.tsx';
import { FactorPairs } from './FactorPairs.tsx';
import { SeriesFilterBar } from './FilterBar.tsx';
import { FindingPanel } from './FindingPanel.tsx';
import { Health } from './Health.tsx';
import { LatencyHeatMap } from './LatencyHeatMap.tsx';
import { Percentiles } from './Percentiles.tsx';
import { PublishedSection } from './published/PublishedSection.tsx';
import styles from './Result.module.css';
import { RunFacts } from './RunFacts.tsx';
import { RunSizesPanel } from './RunSizesPanel.tsx';
import { RunSource } from './RunSource.tsx';
import { SameWorkFold } from './SameWorkFold.tsx';
import { ShapeFigures } from './ShapeFigures.tsx';
import { CrossoverPanel } from './saturation/CrossoverPanel.tsx';
import { SaturationPanel } from './saturation/SaturationPanel.tsx';
import { SizeGain } from './sizeGain/SizeGain.tsx';
import { StatisticsSection } from './statistics/StatisticsSection.tsx';
import { TwoWayPanel } from './TwoWayPanel.tsx';
import { UseCasesSection } from './UseCases.tsx';

/** A section of the page; those without content are omitted beforehand. */
export interface ResultSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
  /** A single figure, which needs no more than half of a wide window. */
  readonly half: boolean;
}

const single = new Set(['percentiles', 'heat-map']);

/** The sections of the page for this run, in order. */
export function useSections(
  { run, trials, analysis }: ResultDocument,
  onOpen: (trial: TrialResult) => void,
): readonly ResultSection[] {
  const shapes = useMemo(() => shapesOf(trials), [trials]);
  const cells = useMemo(() => trials.map(({ cell }) => cell), [trials]);
  const [chosen, setChosen] = useState<SeriesFilter | null>(null);
  const filter = useMemo(() => chosen ?? firstFilter(cells), [chosen, cells]);
  const shown = useMemo(() => trials.filter(({ cell }) => passes(filter, cell)), [trials, filter]);
  const saturations = useMemo(
    // One level makes no curve.
    () => analysis.saturation.filter(({ cell, curve }) => curve.length > 1 && passes(filter, cell)),
    [analysis.saturation, filter],
  );
  const crossovers = useMemo(
    () =>
      (analysis.crossovers ?? []).filter(
        ({ cell, baseline }) => passes(filter, cell) && passes(filter, baseline),
      ),
    [analysis.crossovers, filter],
  );
  const cursor = useMemo(createCursor<number>, []);
  const lead = useRef<FigureState | null>(null);
  const leading = leadingOf(analysis.finding, trials);
  const words = filterWords(filter, cells);
  const origin = words ? `${run.name} · ${words}` : run.name;
  const { name } = run;
  const any = trials.length > 0;
  const answered = trials.some(({ requests }) => requests.ok > 0);
  // Results merged over several levels describe no actual load.
  const atOneLevel = !trials.some(mixesLevels);
  const completed = trials.some(
    ({ status, requests }) => status === 'completed' && requests.ok > 0,
  );
  const weighed = trials.some(({ encoded }) => encoded !== undefined);
  const gain = useMemo(() => gainFacts(trials), [trials]);
  const gains = atOneLevel && hasGain(gain);
  const { comparisons, clientTax, energy = [], twoWay = [] } = analysis;
  const parts: readonly (readonly [present: boolean, id: string, title: string, ReactNode])[] = [
    [
      true,
      'overview',
      'Overview',
      <Overview key="overview" any={any}>
        {analysis.finding && <FindingPanel run={run} finding={analysis.finding} figure={lead} />}
        <SameWorkFold pairs={analysis.sameWork ?? []} />
        <RunFacts run={run} trials={trials} finding={analysis.finding} />
        <SeriesFilterBar cells={cells} filter={filter} onChange={setChosen} />
      </Overview>,
    ],
    [
      saturations.length > 0,
      'saturation',
      'Saturation',
      <SaturationPanel
        key="saturation"
        saturations={saturations}
        crossovers={crossovers}
        trials={trials}
        origin={origin}
        taken={lead}
      />,
    ],
    [
      crossovers.length > 0,
      'crossovers',
      'Crossovers',
      <CrossoverPanel key="crossovers" crossovers={crossovers} origin={origin} />,
    ],
    [
      completed && atOneLevel,
      'figures',
      `Throughput & ${workWords[workOfTrials(trials)].measure}`,
      <div key="figures" className={styles.panels} data-even={shapes.length % 2 === 0 || undefined}>
        {shapes.map((shape) => (
          <ShapeFigures
            key={shape}
            shape={shape}
            trials={shown}
            origin={origin}
            workload={workloadOfRun(run)}
            cursor={cursor}
            {...(shape === leading?.shape
              ? { lead: { figure: lead, metric: leading.metric } }
              : {})}
          />
        ))}
      </div>,
    ],
    [
      analysis.useCases.length > 0,
      'use-cases',
      'Use cases',
      <UseCasesSection key="use-cases" figures={analysis.useCases} origin={name} taken={lead} />,
    ],
    [
      trials.some(({ parts }) => parts !== undefined),
      'parts',
      'Requests',
      <Parts key="parts" trials={trials} runName={name} onOpen={onOpen} />,
    ],
    [
      answered && atOneLevel,
      'percentiles',
      'Percentiles',
      <Percentiles key="percentiles" runId={run.id} trials={shown} origin={origin} />,
    ],
    [
      answered,
      'heat-map',
      'Heat map',
      <LatencyHeatMap key="heat-map" trials={shown} origin={name} />,
    ],
    [
      comparisons.some(({ factor }) => factor === 'tls'),
      'tls',
      'TLS',
      <FactorPairs key="tls" factor="tls" {...{ comparisons, trials }} runName={name} />,
    ],
    [
      comparisons.some(({ factor }) => factor === 'gateway'),
      'gateway',
      'Gateway',
      <FactorPairs key="gateway" factor="gateway" {...{ comparisons, trials }} runName={name} />,
    ],
    [
      energy.length > 0,
      'energy',
      'Energy',
      <EnergyPanel key="energy" energy={energy} trials={trials} origin={name} />,
    ],
    [
      clientTax.length > 0,
      'client-tax',
      'Client tax',
      <ClientTaxPanel key="client-tax" taxes={clientTax} trials={trials} origin={name} />,
    ],
    [
      weighed || gains,
      'sizes',
      'Sizes',
      <div key="sizes" className={styles.overview}>
        {weighed && <RunSizesPanel trials={trials} runName={name} />}
        {gains && <SizeGain run={run} trials={trials} loads={gain.loads} />}
      </div>,
    ],
    [
      twoWay.length > 0,
      'factors',
      'Factors',
      <TwoWayPanel key="factors" grids={twoWay} counts={workOfTrials(trials)} origin={name} />,
    ],
    [
      comparisons.length > 0,
      'comparisons',
      'Comparisons',
      <Comparisons key="comparisons" comparisons={comparisons} trials={trials} runName={name} />,
    ],
    [
      completed && atOneLevel,
      'statistics',
      'Statistics',
      <StatisticsSection key="statistics" run={run} trials={trials} />,
    ],
    [
      any && namesStudy(run.experiment),
      'published',
      'Published',
      <PublishedSection key="published" runId={run.id} runName={name} />,
    ],
    [
      trials.some(({ errors }) => errors.length > 0),
      'errors',
      'Errors',
      <Errors key="errors" trials={trials} runName={name} onOpen={onOpen} />,
    ],
    [any, 'health', 'Health', <Health key="health" {...{ trials, onOpen }} runName={name} />],
    [
      trials.some(({ rounds }) => rounds.length > 0),
      'rounds',
      'Rounds',
      <Rounds key="rounds" trials={trials} runName={name} onOpen={onOpen} />,
    ],
    [any, 'trials', 'Trials', <AllTrials key="trials" {...{ trials, onOpen }} runName={name} />],
    [true, 'run', 'Machine & experiment', <RunSource key="run" run={run} />],
  ];
  return parts.flatMap(([present, id, title, content]) =>
    present ? [{ id, title, content, half: single.has(id) }] : [],
  );
}

/**
 * The column chart that shows the first finding; none for iterations, which have box plots. Without a
 * comparison, it is the one that findings of this load start with.
 */
function leadingOf(
  finding: Finding | undefined,
  trials: readonly TrialResult[],
): { readonly shape: string | undefined; readonly metric: Metric } | null {
  const [first] = finding?.evidence ?? [];
  if (trials[0] && workOf(trials[0]) === 'iterations') return null;
  const open = trials.some(({ cell }) => cell.rate !== undefined);
  const isThroughput = first ? ['throughput', 'peak'].includes(first.metric) : !open;
  const metric = isThroughput ? 'throughput' : 'p95';
  return { shape: first?.cell.shape ?? trials[0]?.cell.shape, metric };
}

function Overview({ any, children }: { any: boolean; children: ReactNode }) {
  return (
    <div className={styles.overview}>
      {children}
      {!any && (
        <EmptyState title="No trial of this run has figures">
          It ended before its first trial measured anything.
        </EmptyState>
      )}
    </div>
  );
}
