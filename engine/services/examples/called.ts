import type { ServiceExample } from '../../../contracts/services.ts';
import type { TlsLevel } from '../../../contracts/words.ts';
import type { WorkloadDescription } from '../../../workloads/description.ts';
import { healthPath } from '../../../workloads/product/product.ts';
import type { ExampleCall } from './call.ts';
import { shellWord } from './shell.ts';

/** Service called by examples. */
export interface CalledService {
  /** Its address as in an experiment file. */
  readonly target: string;
  readonly tls: TlsLevel;
  /** File with the certificate of the authority. */
  readonly authority: string;
  readonly workload: WorkloadDescription;
}

/** The examples of one protocol. */
export interface ExampleTexts {
  /** Null where no client can be called from a shell. */
  call(call: ExampleCall): string | null;
  readonly others: readonly ServiceExample[];
}

/** `curl` with the options to trust the service. */
export function curlFor({ tls, authority }: CalledService): string {
  if (tls === 'off') return 'curl';
  return `curl --cacert ${shellWord(authority)}${mutual(tls, '-cert', '-key')}`;
}

/** Client certificate options under mutual TLS. */
export function mutual(tls: TlsLevel, certificate: string, key: string): string {
  return tls === 'mtls' ? ` -${certificate} client.pem -${key} client-key.pem` : '';
}

/** Health check of a service with resources. */
export function aliveExample(curl: string, { target }: CalledService): ServiceExample {
  return { title: 'Is it alive?', text: `${curl} ${target}${healthPath}` };
}
