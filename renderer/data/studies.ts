import type { BuiltInExperiment } from '../../contracts/engine-api.ts';

/** Built-in experiments that belong together: those of one published study, or examples of our own. */
export interface ExperimentGroup {
  readonly key: string;
  readonly title: string;
  readonly experiments: readonly BuiltInExperiment[];
}

/** Studies by how the names of their experiment files begin. */
const studies: Readonly<Record<string, string>> = {
  'kth-2023': 'KTH 2023: REST against gRPC in a chain of services',
  'kth-2024': 'KTH 2024: SOAP, REST and gRPC under load',
};
const ours = 'Examples';

function studyOf(id: string): string | null {
  return Object.keys(studies).find((prefix) => id.startsWith(`${prefix}-`)) ?? null;
}

/** Groups by study, studies by name, and last what belongs to none. Within a group the order is kept. */
export function groupByStudy(experiments: readonly BuiltInExperiment[]): ExperimentGroup[] {
  const named = Object.entries(studies).map(([key, title]) => ({
    key,
    title,
    experiments: experiments.filter(({ id }) => studyOf(id) === key),
  }));
  const rest = experiments.filter(({ id }) => studyOf(id) === null);
  return [...named, { key: 'ours', title: ours, experiments: rest }].filter(
    (group) => group.experiments.length > 0,
  );
}
