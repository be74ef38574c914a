import { ViewHeader } from '../../components/ViewHeader.tsx';

/** The experiment file as a form and as source. */
export function ExperimentView() {
  return <ViewHeader title="Experiment" />;
}
