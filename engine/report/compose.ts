import {
  type FigureChoice,
  type Report,
  type ReportBlock,
  type ReportFigure,
  type ReportFigureType,
  reportFormat,
} from '../../contracts/report.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { countOf } from '../../metrics/format.ts';
import { placesOfServices, sourcesOfLoad } from '../../metrics/other-side.ts';
import { figureChoices } from './choices.ts';
import { factsOnly } from './facts-only.ts';

const longestTitle = 200;
/** Maximum number of figures: together with the two texts, a report is full. */
export const maxFigures = 198;

/**
 * The default report of one run, or of a baseline and the runs compared with it, before the user changes
 * it: the finding, the first default figure and the table of what the finding says, its limits, then the other figures.
 * @param types only figures of these types, out of all available ones; null for the default ones.
 */
export function composeReport(
  documents: readonly ResultDocument[],
  types: readonly ReportFigureType[] | null = null,
): Report {
  const choices = figureChoices(documents);
  const chosen = types === null ? choices.filter(({ usual }) => usual) : ofTypes(choices, types);
  const figures = (types === null ? withTableOfFinding(chosen) : chosen)
    .slice(0, maxFigures)
    .map(({ figure }, index) => figureBlock(`figure-${index + 1}`, figure));
  const [, second] = figures;
  const shown = second?.kind === 'figure' && isTableOfFinding(second.figure) ? 2 : 1;
  return {
    format: reportFormat,
    title: titleOf(documents),
    subtitle: '',
    authors: '',
    runIds: documents.map(({ run }) => run.id),
    blocks: [
      { kind: 'text', id: 'introduction', text: paragraphs(documents, findingsOf) },
      ...figures.slice(0, shown),
      { kind: 'text', id: 'limits', text: paragraphs(documents, limitsOf) },
      ...figures.slice(shown),
    ],
  };
}

/** The tables with the ratios that a finding states. */
const isTableOfFinding = ({ type }: ReportFigure) =>
  type === 'comparisons' || type === 'run-comparison';

/** The first figure, then the table of what the finding says, then the others. */
function withTableOfFinding(choices: readonly FigureChoice[]): FigureChoice[] {
  const table = choices.find(({ figure }) => isTableOfFinding(figure));
  const [first, ...others] = choices.filter((choice) => choice !== table);
  return first ? [first, ...(table ? [table] : []), ...others] : [...(table ? [table] : [])];
}

/** In the order of `types`; also for types that every run has (one trial each). */
function ofTypes(
  choices: readonly FigureChoice[],
  types: readonly ReportFigureType[],
): FigureChoice[] {
  return types.flatMap((type) => choices.filter(({ figure }) => figure.type === type));
}

function figureBlock(id: string, figure: ReportFigure): ReportBlock {
  return { kind: 'figure', id, figure, caption: null, width: 'auto' };
}

function titleOf([first, ...others]: readonly ResultDocument[]): string {
  const name = first?.run.name ?? 'Report';
  if (others.length === 0) return name.slice(0, longestTitle);
  const against = others.map(({ run }) => run.name).join(', ');
  return `${name} and ${against}`.slice(0, longestTitle);
}

function paragraphs(
  documents: readonly ResultDocument[],
  of: (document: ResultDocument, alone: boolean) => readonly string[],
): string {
  const alone = documents.length === 1;
  return documents
    .flatMap((document) => of(document, alone))
    .join('\n\n')
    .slice(0, 20_000);
}

/** The finding of a run; preceded by its name where there are several runs. */
function findingsOf({ run, analysis }: ResultDocument, alone: boolean): readonly string[] {
  const { finding } = analysis;
  if (!finding) return [`${mark(run.name)} has no finding.`];
  return alone ? finding.sentences : [`${mark(run.name)}:`, ...finding.sentences];
}

/** Advice before a run that its limits repeat after it. */
const runsOnce = /^Each cell runs once/;

/** The limits of a run's finding, and its date and machine; the latter first where there are several runs. */
function limitsOf({ run, trials, analysis }: ResultDocument, alone: boolean): readonly string[] {
  const done = trials.filter(({ status }) => status === 'completed').length;
  const { cpu, cores, os, node } = run.environment;
  const facts = [
    `${mark(run.name)} was measured on ${run.startedAt.slice(0, 10)} on ${cpu} with ${countOf(cores, 'core')} (${os}, Node ${node}).`,
    ...machinesOf(trials),
    `${done} of ${countOf(run.plannedTrials, 'trial')} completed.`,
    ...(run.status === 'completed' ? [] : [`Status of the run: ${run.status}.`]),
    ...run.warnings.filter((text) => !runsOnce.test(text)).map(factsOnly),
  ].filter((fact) => fact !== '');
  const limits = (analysis.finding?.limits ?? []).slice(0, 2).map(factsOnly);
  return alone ? [...limits, facts.join(' ')] : [facts.join(' '), ...limits];
}

/** Sentence about other machines of the run. */
function machinesOf(trials: ResultDocument['trials']): string[] {
  const parts = [...sourcesOfLoad(trials), ...placesOfServices(trials)];
  return parts.length === 0 ? [] : [`On other machines: ${parts.join('; ')}.`];
}

/** The name of a run in bold, unless its characters would break the markup. */
function mark(name: string): string {
  return /[*`]/.test(name) ? name : `**${name}**`;
}
