import { z } from 'zod';
import { stepsOf } from '../../contracts/experiment/flows.ts';
import { type ServiceSettings, writtenCall } from '../../contracts/experiment/service.ts';
import type { OwnService, OwnServiceRequest } from '../../contracts/own-service.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import type { Message, MessageType, OperationDescription } from '../description.ts';
import type { UseCases } from '../use-case.ts';
import type { Sender, ShapeRequests, WorkloadContract } from '../workload.ts';
import { takenNames, takenOf } from './flow-values.ts';
import { flowAsUseCase, flowOf, mixOf } from './groups.ts';
import { judgeAnswers, type OwnServiceAnswer } from './judge.ts';
import { type RequestNumber, RowClaims } from './rows.ts';
import { secretsHidden } from './secrets.ts';
import { columnsNamed, valuesNamed } from './template.ts';

/** Facts about a shape that are known before its descriptions are read. */
interface Outline {
  readonly name: string;
  readonly doc: string;
  readonly changes: boolean;
  readonly protocols: readonly Protocol[];
}

/** Requests, mixes and flows, as far as known. */
interface ServiceOutline {
  /** All of them; those that need values taken by a flow are not shapes. */
  readonly requests: readonly (Outline & { readonly standsAlone: boolean })[];
  readonly mixes: readonly Outline[];
  readonly flows: readonly Outline[];
}

/** A request is only its number: drivers render it from its template. */
const numbered: MessageType = {
  kind: 'message',
  name: 'RequestNumber',
  fields: [{ name: 'sequence', number: 1, type: 'int64' }],
};
const answered: MessageType = { kind: 'message', name: 'Answer', fields: [] };

function operationOf({ name, doc, changes, ...request }: Outline): OperationDescription {
  return {
    name,
    method: name,
    field: name,
    doc,
    request: numbered,
    response: answered,
    stream: 'none',
    http: { method: 'POST', path: '/', query: [] },
    changes,
    notIn: protocols.filter((protocol) => !request.protocols.includes(protocol)),
  };
}

/** Summary of several requests: it changes data if any of them does, and is offered in protocols that offer all. */
function outlineOf(
  name: string,
  doc: string,
  members: readonly string[],
  requests: readonly Outline[],
): Outline {
  const found = requests.filter((request) => members.includes(request.name));
  return {
    name,
    doc,
    changes: found.some(({ changes }) => changes),
    protocols: protocols.filter((one) => found.every((request) => request.protocols.includes(one))),
  };
}

const mixDoc = (parts: readonly { request: string; weight: number }[]) =>
  parts.map(({ request, weight }) => `${weight} × ${request}`).join(', ');
const flowDoc = (steps: readonly { readonly request: string }[]) =>
  steps.map(({ request }) => request).join(', then ');

const neverVaries = (request: OwnServiceRequest) => valuesNamed(request.calls).size === 0;

/** Creates the requests of a service that has been read. */
class Requests {
  readonly #service: OwnService;
  readonly #operations: ReadonlyMap<string, OperationDescription>;
  readonly #seed: number;

  constructor(
    service: OwnService,
    operations: ReadonlyMap<string, OperationDescription>,
    seed: number,
  ) {
    this.#service = service;
    this.#operations = operations;
    this.#seed = seed;
  }

  of(shape: string, protocol: Protocol | undefined): ShapeRequests {
    const mix = this.#service.mixes.find(({ name }) => name === shape);
    if (mix) {
      const made = mixOf(mix, this.#seed, (name) => this.#single(name, protocol));
      return this.#grouped(shape, made);
    }
    return this.#service.flows.some(({ name }) => name === shape)
      ? this.#grouped(shape, this.flow(shape, protocol))
      : this.#single(shape, protocol);
  }

  /** @throws TypeError for an unknown flow. */
  flow(shape: string, protocol: Protocol | undefined) {
    const flow = this.#service.flows.find(({ name }) => name === shape);
    if (!flow) throw new TypeError(`no such flow: ${shape}`);
    const members = [...flow.setup, ...flow.steps].map(({ request }) => request);
    const claims = this.#claims(members);
    const { taken, namespaces } = this.#service;
    const requestsOf = (one: string) => this.#single(one, protocol);
    return flowOf(flow, { taken, protocol, requestsOf, namespaces, claims });
  }

  #grouped(shape: string, group: NonNullable<ShapeRequests['group']>): ShapeRequests {
    const operation = this.#operations.get(shape);
    const [first] = group.parts;
    if (!operation || !first) throw new TypeError(`no such shape: ${shape}`);
    const claims = this.#claims(group.parts.map(({ requests }) => requests.operation.name));
    return {
      operation,
      varies: true,
      personal: group.parts.some(({ requests }) => requests.personal),
      group,
      // Each of its parts has its own requests.
      request: first.requests.request,
      sameLength: false,
      judge: () => null,
      usedUp: () => claims.usedUp,
    };
  }

  #claims(members: readonly string[]): RowClaims {
    const calls = this.#service.requests.filter(({ name }) => members.includes(name));
    return new RowClaims(this.#service.data, new Set(columnsNamed(calls).keys()));
  }

  /** @param protocol without one, answers are not checked. */
  #single(name: string, protocol: Protocol | undefined): ShapeRequests {
    const request = this.#service.requests.find((one) => one.name === name);
    const operation = this.#operations.get(name);
    if (!request || !operation) throw new TypeError(`${name} has not been read`);
    const { namespaces } = this.#service;
    const checks = protocol && request.checks[protocol];
    const judge = judgeAnswers(checks ?? [], {
      hidden: secretsHidden(this.#service),
      namespaces,
    });
    const claims = this.#claims([name]);
    const seed = this.#seed;
    const number = (sequence: number, by?: Sender): RequestNumber => ({
      sequence,
      seed,
      user: by?.user ?? 0,
      iteration: by?.iteration ?? 0,
      step: by?.step ?? 0,
      taken: by?.taken ?? noneTaken,
      claims: by?.claims ?? claims.next() ?? noClaims,
    });
    return {
      operation,
      varies: !neverVaries(request),
      personal: this.#isPersonal(request),
      mayWait: this.#mayWait(request),
      request: (sequence, by) => number(sequence, by) as unknown as Message,
      sameLength: false,
      judge: (_request, answer) => judge(answer as unknown as OwnServiceAnswer),
      usedUp: () => claims.usedUp,
    };
  }

  #mayWait({ calls }: OwnServiceRequest): boolean {
    const { data } = this.#service;
    const lasts = (words: string) => {
      const table = data.find(({ name }) => words.startsWith(`${name}.`));
      if (!table) return lasting.test(words);
      const isReused = table.pick === 'sequential' || table.pick === 'random';
      return isReused && table.marksAt / table.rows <= longestWaiting;
    };
    return lengthIn(calls) <= longestWaiting && [...valuesNamed(calls)].every(lasts);
  }

  #isPersonal({ calls }: OwnServiceRequest): boolean {
    const named = valuesNamed(calls);
    const sources = columnsNamed(calls);
    return (
      named.has('user') ||
      named.has('iteration') ||
      this.#service.data.some(({ name, pick }) => pick === 'per-user' && sources.has(name))
    );
  }
}

/** Values that do not depend on when they are generated. */
const lasting = /^(uuid|sequence|int\b.*)$/;
/** Maximum characters of a request, or average octets of a row of its data file, for preparing it early. */
const longestWaiting = 4096;

function lengthIn(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + lengthIn(part), 0);
}

const noneTaken: readonly string[] = [];
const noClaims: readonly number[] = [];

function workloadWith(
  { requests, mixes, flows }: ServiceOutline,
  service: OwnService | null,
): WorkloadContract {
  const shapes = [...requests.filter(({ standsAlone }) => standsAlone), ...mixes, ...flows];
  const operations = new Map(
    [...requests, ...mixes, ...flows].map((outline) => [outline.name, operationOf(outline)]),
  );
  const shapeNames = new Set(shapes.map(({ name }) => name));
  const shapeOperation = (shape: string) =>
    shapeNames.has(shape) ? (operations.get(shape) ?? null) : null;
  const made = (shape: string, seed: number) => {
    if (!service) throw new TypeError(`${shape} has not been read`);
    return new Requests(service, operations, seed);
  };
  const useCases: UseCases = {
    named: flows.map(({ name, doc }) => ({ name, doc })),
    of: (name, protocol, { seed }) =>
      flows.some((flow) => flow.name === name)
        ? flowAsUseCase(name, made(name, seed).flow(name, protocol))
        : null,
    notIn: (name) => operations.get(name)?.notIn ?? [],
  };
  return {
    description: {
      name: 'custom',
      doc: 'Your own service.',
      package: '',
      service: '',
      operations: Object.fromEntries(operations),
    },
    data: z.strictObject({}),
    shapes: shapes.map(({ name, doc }) => ({ name, doc })),
    shapeHelp: helpOf(shapes, requests),
    shapeDoc: (shape) => shapeOperation(shape)?.doc ?? null,
    operationOf: shapeOperation,
    requestsOf: (shape, { seed }, protocol) => made(shape, seed).of(shape, protocol),
    ...(flows.length > 0 ? { useCases } : {}),
  };
}

function helpOf(shapes: readonly Outline[], requests: ServiceOutline['requests']): string {
  const names = shapes.map(({ name }) => name).join(', ');
  const others = requests.filter(({ standsAlone }) => !standsAlone).map(({ name }) => name);
  const apart =
    others.length === 0
      ? ''
      : `; ${others.join(', ')} can be sent in flows only, which take what ${others.length === 1 ? 'it needs' : 'they need'}`;
  const what = shapes.length > requests.length - others.length ? 'request, mix or flow' : 'request';
  return `expected a ${what} of your service: ${names}${apart}`;
}

/** An own service as a workload, as in the experiment file: its shapes are its requests, mixes and flows. */
export function writtenWorkload({
  requests,
  mixes = {},
  flows = {},
}: Pick<ServiceSettings, 'requests' | 'mixes' | 'flows'>): WorkloadContract {
  const taken = takenNames(flows);
  const outlines = Object.entries(requests).map(([name, request]) => ({
    name,
    doc: request.doc ?? name,
    changes: request.changes ?? false,
    protocols: protocols.filter((protocol) => writtenCall(request, protocol) !== null),
    standsAlone: takenOf(request, taken).length === 0,
  }));
  return workloadWith(
    {
      requests: outlines,
      mixes: Object.entries(mixes).map(([name, mix]) => {
        const parts = Object.entries(mix).map(([request, weight]) => ({ request, weight }));
        return outlineOf(name, mixDoc(parts), Object.keys(mix), outlines);
      }),
      flows: Object.entries(flows).map(([name, flow]) => {
        const members = stepsOf(flow).map(({ request }) => request);
        return outlineOf(name, flow.doc ?? flowDoc(flow.steps), members, outlines);
      }),
    },
    null,
  );
}

/** The same after its descriptions have been read, so that its requests can be created. */
export function ownServiceWorkload(service: OwnService): WorkloadContract {
  const requests = service.requests.map(({ name, doc, changes, calls }) => ({
    name,
    doc,
    changes,
    protocols: protocols.filter((protocol) => calls[protocol] !== undefined),
    standsAlone: takenOf(calls, service.taken).length === 0,
  }));
  return workloadWith(
    {
      requests,
      mixes: service.mixes.map(({ name, parts }) => {
        const members = parts.map(({ request }) => request);
        return outlineOf(name, mixDoc(parts), members, requests);
      }),
      flows: service.flows.map((flow) => {
        const members = stepsOf(flow).map(({ request }) => request);
        return outlineOf(flow.name, flow.doc, members, requests);
      }),
    },
    service,
  );
}
