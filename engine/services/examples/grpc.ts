import { grpcPathOf } from '../../../workloads/description.ts';
import { type CalledService, type ExampleTexts, mutual } from './called.ts';
import { shellWord } from './shell.ts';
import { jsonText } from './texts.ts';

export function grpcExamples({ target, tls, authority, workload }: CalledService): ExampleTexts {
  const trust =
    tls === 'off' ? '-plaintext' : `-cacert ${shellWord(authority)}${mutual(tls, 'cert', 'key')}`;
  const grpcurl = `grpcurl ${trust}`;
  return {
    call: ({ operation, request }) => {
      const data = shellWord(jsonText(request, operation.request.fields));
      const method = grpcPathOf(workload, operation).slice(1);
      return `${grpcurl} \\\n  -d ${data} \\\n  ${target} ${method}`;
    },
    others: [{ title: 'Its services', text: `${grpcurl} ${target} list` }],
  };
}
