import type { ServiceExample } from '../../../contracts/services.ts';
import type { Protocol, TlsLevel, WorkloadName } from '../../../contracts/words.ts';
import { soapPathOf, type WorkloadDescription } from '../../../contracts/workloads/description.ts';
import { healthPath } from '../../../contracts/workloads/product.ts';
import { workloadOf } from '../../../contracts/workloads/registry.ts';
import { type ExampleCall, exampleCall } from './call.ts';
import { graphqlCall, grpcCall, protobufCall, restCall, soapCall } from './calls.ts';
import { rsocketCall } from './rsocket-call.ts';
import { quoted } from './shell.ts';

/** Files that a client of a service over TLS is pointed at. */
export interface ExampleFiles {
  /** Certificate of the authority. */
  readonly authority: string;
}

/** The service that is called. */
export interface ExampleService {
  readonly protocol: Protocol;
  readonly workload: WorkloadName;
  /** Its address as an experiment file has it. */
  readonly target: string;
  readonly tls: TlsLevel;
}

/** Calls of a service that can be pasted into a POSIX shell. */
export function examplesOf(service: ExampleService, files: ExampleFiles): ServiceExample[] {
  const workload = workloadOf(service.workload);
  const call = exampleCall(workload, service.protocol);
  const texts = textsOf(service, files, workload.description);
  const text = call && texts.call(call);
  return [...(call && text ? [{ title: call.operation.method, text }] : []), ...texts.others];
}

interface Texts {
  /** Null where there is no client that could be pasted. */
  call(call: ExampleCall): string | null;
  readonly others: readonly ServiceExample[];
}

function textsOf(
  { protocol, target, tls }: ExampleService,
  { authority }: ExampleFiles,
  description: WorkloadDescription,
): Texts {
  const curl = `curl${curlTrust(tls, authority)}`;
  const overHttp2 = `${curl} ${tls === 'off' ? '--http2-prior-knowledge' : '--http2'}`;
  const alive = (by: string) => ({ title: 'Is it alive?', text: `${by} ${target}${healthPath}` });
  switch (protocol) {
    case 'rest':
      return { call: (call) => restCall(curl, target, call), others: [alive(curl)] };
    case 'rest-h2':
      return { call: (call) => restCall(overHttp2, target, call), others: [alive(overHttp2)] };
    case 'rest-protobuf':
      return {
        call: (call) => protobufCall(curl, target, description, call),
        others: [alive(curl)],
      };
    case 'soap': {
      const endpoint = `${target}${soapPathOf(description)}`;
      const wsdl = { title: 'Its WSDL', text: `${curl} '${endpoint}?wsdl'` };
      return { call: (call) => soapCall(curl, endpoint, description, call), others: [wsdl] };
    }
    case 'graphql':
      return {
        call: (call) => graphqlCall(curl, target, call),
        others: [{ title: 'Its schema', text: `${curl} ${target}/schema.graphql` }],
      };
    case 'grpc': {
      const grpcurl = `grpcurl ${grpcurlTrust(tls, authority)}`;
      return {
        call: (call) => grpcCall(grpcurl, target, description, call),
        others: [{ title: 'Its services', text: `${grpcurl} ${target} list` }],
      };
    }
    case 'rsocket':
      return { call: (call) => rsocketCall({ tls, authority }, target, call), others: [] };
  }
}

function grpcurlTrust(tls: TlsLevel, authority: string): string {
  return tls === 'off' ? '-plaintext' : `-cacert ${quoted(authority)}${mutual(tls, 'cert', 'key')}`;
}

function curlTrust(tls: TlsLevel, authority: string): string {
  if (tls === 'off') return '';
  return ` --cacert ${quoted(authority)}${mutual(tls, '-cert', '-key')}`;
}

/** Under mutual TLS the client has to show who it is. */
function mutual(tls: TlsLevel, certificate: string, key: string): string {
  return tls === 'mtls' ? ` -${certificate} client.pem -${key} client-key.pem` : '';
}
