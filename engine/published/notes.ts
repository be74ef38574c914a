import type { PublishedPlace, PublishedTable } from '../../contracts/published.ts';
import { defaultStack, stackFacts } from '../../contracts/stacks.ts';
import type { DescribedOurs, OursNote } from '../../contracts/study-description.ts';
import { fillIn } from './source.ts';
import { endedOf, type OurRun, trialFigure } from './trial-metrics.ts';

/** Origin of our values, for `{services}` in notes. */
function servicesOf({ bundled, trials }: OurRun): string {
  if (!bundled) return 'of the services under target';
  const stack = trials[0]?.cell.stack ?? defaultStack;
  return stack === defaultStack ? 'on Node.js' : `in ${stackFacts[stack].label}`;
}

/** Notes on our values in a table, a sentence each. */
export function notesOfOurs(
  ours: DescribedOurs,
  table: PublishedTable,
  run: OurRun,
  requestsAt: (at: PublishedPlace) => number,
): string[] {
  if (run.trials.length === 0) return [];
  return [
    ...ours.notes.flatMap((note) => noteOf(note, run)),
    ...requestsNote(ours, table, run, requestsAt),
  ];
}

function noteOf(note: OursNote, run: OurRun): string[] {
  if (typeof note === 'string') return [note];
  const { of, names, between, none, one, some } = note;
  const all = run.trials.map(({ cell, energy }) => (of === 'energy' ? energy?.source : cell[of]));
  const words = new Set(all.filter((word) => word !== undefined && word !== 'none').map(String));
  const levels = [...words].flatMap((word) => (names ? (names[word] ?? []) : word));
  const special = levels.map((level) => note.with[level]).find((text) => text !== undefined);
  const usual = levels.length === 0 ? none : levels.length === 1 ? (one ?? some) : some;
  const facts: Readonly<Record<string, string>> = {
    services: servicesOf(run),
    count: String(levels.length),
    levels: levels.join(between),
  };
  const text = special ?? usual;
  return text === undefined ? [] : [fillIn(text, (word) => facts[word] ?? null)];
}

/** Notes that the trials had another number of requests than the study. */
function requestsNote(
  { at, figures, requests }: DescribedOurs,
  { values }: PublishedTable,
  { trials, saturation }: OurRun,
  requestsAt: (at: PublishedPlace) => number,
): string[] {
  const nearest = Object.keys(at).find((key) => 'nearest' in (at[key] ?? {}));
  const published = new Set(
    values.map((value) => (requests ? requestsAt(value.at) : Number(value.at[nearest ?? '']))),
  );
  const counts = [...new Set(trials.map(endedOf))].filter((count) => !published.has(count));
  const list = counts.length > 3 ? 'other numbers of' : counts.join(', ');
  if (counts.length === 0 || !(requests || nearest)) return [];
  if (!requests) {
    return [`Ours had ${list} requests; they are compared with the nearest number in the study.`];
  }
  const anyFigure = trials.some((trial) =>
    Object.values(figures).some(
      ({ figure }) => trialFigure(figure, { trial, round: null, saturation, requests: 1 }) !== null,
    ),
  );
  const many = counts.length > 3 ? `${counts.length} ` : '';
  return anyFigure
    ? [`Ours are scaled to the study’s number of requests; the trials had ${many}${list} requests.`]
    : [];
}
