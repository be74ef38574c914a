import { endpointOf } from '../../../contracts/protocols.ts';
import { soapNamespaceOf } from '../../../workloads/description.ts';
import type { ExampleCall } from './call.ts';
import { type CalledService, curlFor, type ExampleTexts } from './called.ts';
import { shellWord } from './shell.ts';
import { xmlElements } from './texts.ts';

export function soapExamples(service: CalledService): ExampleTexts {
  const { target, workload } = service;
  const curl = curlFor(service);
  const endpoint = `${target}${endpointOf('soap', workload.name)}`;
  return {
    call: (call) => envelopeCall(curl, endpoint, service, call),
    others: [{ title: 'Its WSDL', text: `${curl} '${endpoint}?wsdl'` }],
  };
}

/** A SOAP message with its action. */
function envelopeCall(
  curl: string,
  endpoint: string,
  { workload }: CalledService,
  { operation, request }: ExampleCall,
): string {
  const namespace = soapNamespaceOf(workload);
  const { method } = operation;
  const envelope =
    '\n<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>\n' +
    `  <${method}Request xmlns="${namespace}">\n` +
    `    ${xmlElements(request, operation.request.fields)}\n` +
    `  </${method}Request>\n</soap:Body></soap:Envelope>`;
  return (
    `${curl} -H 'content-type: text/xml; charset=utf-8' \\\n` +
    `  -H 'SOAPAction: "${namespace}:${method}"' -d ${shellWord(envelope)} \\\n  ${endpoint}`
  );
}
