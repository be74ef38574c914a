import type { ExampleCall } from './call.ts';
import type { CalledService, ExampleTexts } from './called.ts';
import { shellWord } from './shell.ts';
import { jsonText } from './texts.ts';

const interaction = { none: '--request', response: '--stream', request: '--channel' } as const;

export function rsocketExamples(service: CalledService): ExampleTexts {
  return { call: (call) => routeCall(service, call), others: [] };
}

/**
 * A call with the command-line client `rsc`, which uses Java's trust settings.
 * @returns null under mutual TLS, since `rsc` has no option for a client certificate.
 */
function routeCall(
  { target, tls, authority }: CalledService,
  { operation, request }: ExampleCall,
): string | null {
  const data = shellWord(jsonText(request, operation.request.fields));
  const call = `${target} ${interaction[operation.stream]} --route ${operation.field} \\\n  -d ${data}`;
  if (tls === 'off') return `rsc tcp://${call}`;
  if (tls === 'mtls') return null;
  const trust = '-Djavax.net.ssl.trustStore=trust.p12 -Djavax.net.ssl.trustStorePassword=wirebench';
  const keytool = `keytool -importcert -noprompt -alias wirebench -file ${shellWord(authority)}`;
  const java = `java ${trust} \\\n  -jar rsc.jar tcp+tls://${call}`;
  return `${keytool} \\\n  -keystore trust.p12 -storepass wirebench &&\n${java}`;
}
