import type { ServiceExample } from '../../../contracts/services.ts';
import type { TlsLevel } from '../../../contracts/words.ts';
import type { WorkloadDescription } from '../../../workloads/description.ts';
import { healthPath } from '../../../workloads/product/product.ts';
import type { ExampleCall } from './call.ts';
import { shellWord } from './shell.ts';

/** The service that examples call. */
export interface CalledService {
  /** Its address as an experiment file has it. */
  readonly target: string;
  readonly tls: TlsLevel;
  /** File with the certificate of the authority. */
  readonly authority: string;
  readonly workload: WorkloadDescription;
}

/** The examples of one protocol. */
export interface ExampleTexts {
  /** Null where there is no client that could be pasted. */
  call(call: ExampleCall): string | null;
  readonly others: readonly ServiceExample[];
}

/** `curl` with what it needs to trust the service. */
export function curlFor({ tls, authority }: CalledService): string {
  if (tls === 'off') return 'curl';
  return `curl --cacert ${shellWord(authority)}${mutual(tls, '-cert', '-key')}`;
}

/** Under mutual TLS the client has to show who it is. */
export function mutual(tls: TlsLevel, certificate: string, key: string): string {
  return tls === 'mtls' ? ` -${certificate} client.pem -${key} client-key.pem` : '';
}

/** Asks a service with resources whether it is there. */
export function aliveExample(curl: string, { target }: CalledService): ServiceExample {
  return { title: 'Is it alive?', text: `${curl} ${target}${healthPath}` };
}
