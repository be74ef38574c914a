import { endpointOf } from '../../../contracts/protocols.ts';
import type { ProbedPlace, StepFinding } from './finding.ts';
import { askOnce, spoken } from './http-ask.ts';

/** Queries a GraphQL service for the name of its root type, which every schema has. */
export async function probeGraphql(place: ProbedPlace): Promise<StepFinding> {
  const path = place.basePath + endpointOf('graphql', '');
  const answer = await askOnce(place, path, '{"query":"{ __typename }"}');
  if (typeof answer === 'string') return { outcome: 'failed', words: answer };
  const spoke = answer.status === 200 && /"__typename"\s*:\s*"\w+"/.test(answer.body);
  if (spoke) return { outcome: 'ok', words: `POST ${path} is answered as GraphQL.` };
  return {
    outcome: 'doubtful',
    words: `${spoken(answer)}, but POST ${path} is not answered as GraphQL. Requests may come back as errors.`,
  };
}
