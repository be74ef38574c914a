import {
  type FigureChoice,
  type Report,
  type ReportBlock,
  type ReportFigure,
  type ReportFigureType,
  reportFormat,
} from '../../contracts/report.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { figureChoices } from './choices.ts';

const longestTitle = 200;

/**
 * A report of one run, or of a baseline and the runs against it, as it is before a person changes
 * it: a paragraph that says what was measured, then the usual figures.
 * @param types only figures of these types, chosen from all that there are; null for the usual ones.
 */
export function composeReport(
  documents: readonly ResultDocument[],
  types: readonly ReportFigureType[] | null = null,
): Report {
  const choices = figureChoices(documents);
  const chosen = types === null ? choices.filter(({ usual }) => usual) : ofTypes(choices, types);
  return {
    format: reportFormat,
    title: titleOf(documents),
    subtitle: '',
    authors: '',
    runIds: documents.map(({ run }) => run.id),
    blocks: [
      { kind: 'text', id: 'introduction', text: introduction(documents) },
      ...chosen
        .slice(0, 199)
        .map(({ figure }, index) => figureBlock(`figure-${index + 1}`, figure)),
    ],
  };
}

/** In the order of `types`; of types that everything has (one trial each) as well. */
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

function introduction(documents: readonly ResultDocument[]): string {
  const paragraphs = documents.map(({ run, trials, analysis }) => {
    const done = trials.filter(({ status }) => status === 'completed').length;
    const { cpu, cores, os, node } = run.environment;
    const finding = analysis.finding?.sentences ?? [];
    const limits = (analysis.finding?.limits ?? []).slice(0, 2);
    const facts = [
      `${mark(run.name)} was measured on ${run.startedAt.slice(0, 10)} on ${cpu} with ${cores} ${cores === 1 ? 'core' : 'cores'} (${os}, Node ${node}).`,
      `${done} of ${run.plannedTrials} ${run.plannedTrials === 1 ? 'trial' : 'trials'} completed.`,
      ...(run.status === 'completed' ? [] : [`Status of the run: ${run.status}.`]),
      ...run.warnings,
    ];
    return [...finding, facts.join(' '), ...limits].join('\n\n');
  });
  return paragraphs.join('\n\n').slice(0, 20_000);
}

/** The name of a run as strong text, unless its own characters would break that. */
function mark(name: string): string {
  return /[*`]/.test(name) ? name : `**${name}**`;
}
