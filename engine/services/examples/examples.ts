import type { ServiceExample } from '../../../contracts/services.ts';
import type { Protocol, TlsLevel, WorkloadName } from '../../../contracts/words.ts';
import { workloadOf } from '../../../workloads/registry.ts';
import { handling } from '../registry.ts';
import { exampleCall } from './call.ts';

/** Files for a client of a service over TLS. */
export interface ExampleFiles {
  /** Certificate of the authority. */
  readonly authority: string;
}

/** The service that is called. */
export interface ExampleService {
  readonly protocol: Protocol;
  readonly workload: WorkloadName;
  /** Its address as in an experiment file. */
  readonly target: string;
  readonly tls: TlsLevel;
}

/** Calls of a service for a POSIX shell. */
export function examplesOf(service: ExampleService, files: ExampleFiles): ServiceExample[] {
  const workload = workloadOf(service.workload);
  const call = exampleCall(workload, service.protocol);
  const { target, tls } = service;
  const called = { target, tls, authority: files.authority, workload: workload.description };
  const texts = handling[service.protocol].examples(called);
  const text = call && texts.call(call);
  return [...(call && text ? [{ title: call.operation.method, text }] : []), ...texts.others];
}
