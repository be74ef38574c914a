import { endpointOf, interfacePathOf } from '../../../contracts/protocols.ts';
import { documentOf } from '../../../workloads/interfaces/graphql-document.ts';
import type { ExampleCall } from './call.ts';
import { type CalledService, curlFor, type ExampleTexts } from './called.ts';
import { shellWord } from './shell.ts';
import { jsonText } from './texts.ts';

export function graphqlExamples(service: CalledService): ExampleTexts {
  const curl = curlFor(service);
  const { target, workload } = service;
  const schema = `${target}${interfacePathOf('graphql', workload.name)}`;
  return {
    call: (call) => documentCall(curl, `${target}${endpointOf('graphql', workload.name)}`, call),
    others: [{ title: 'Its schema', text: `${curl} ${schema}` }],
  };
}

/** A document with its variables that selects the whole answer. */
function documentCall(curl: string, endpoint: string, { operation, request }: ExampleCall): string {
  const variables = JSON.parse(jsonText(request, operation.request.fields));
  const body = JSON.stringify({ query: documentOf(operation), variables });
  return `${curl} -H 'content-type: application/json' \\\n  -d ${shellWord(body)} \\\n  ${endpoint}`;
}
