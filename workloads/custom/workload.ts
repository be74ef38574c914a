import { z } from 'zod';
import type { CustomService } from '../../contracts/custom.ts';
import { type ServiceSettings, writtenCall } from '../../contracts/experiment/service.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import type { Message, MessageType, OperationDescription } from '../description.ts';
import type { ShapeRequests, WorkloadContract } from '../workload.ts';
import { type CustomAnswer, judgeAnswers } from './judge.ts';
import { secretsHidden } from './secrets.ts';
import { isTemplate } from './template.ts';

/** What there is to know of a request before its description is read. */
interface RequestOutline {
  readonly name: string;
  readonly doc: string;
  readonly changes: boolean;
  readonly protocols: readonly Protocol[];
}

/** A request stands for its number alone: drivers write it out by its template. */
const numbered: MessageType = {
  kind: 'message',
  name: 'RequestNumber',
  fields: [{ name: 'sequence', number: 1, type: 'int64' }],
};
const answered: MessageType = { kind: 'message', name: 'Answer', fields: [] };

function operationOf({ name, doc, changes, ...request }: RequestOutline): OperationDescription {
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

function requestsOf(operation: OperationDescription, service: CustomService | null): ShapeRequests {
  const request = service?.requests.find(({ name }) => name === operation.name);
  if (!request) throw new TypeError(`${operation.name} has not been read`);
  const judge = judgeAnswers(request.checks, service ? secretsHidden(service) : undefined);
  return {
    operation,
    varies: isTemplate(JSON.stringify(request.calls)),
    request: (sequence): Message => ({ sequence }),
    sameLength: false,
    judge: (_request, answer) => judge(answer as unknown as CustomAnswer),
  };
}

function workloadWith(
  outlines: readonly RequestOutline[],
  service: CustomService | null,
): WorkloadContract {
  const operations = new Map(outlines.map((outline) => [outline.name, operationOf(outline)]));
  const names = [...operations.keys()].join(', ');
  return {
    description: {
      name: 'custom',
      doc: 'Your own service.',
      package: '',
      service: '',
      operations: Object.fromEntries(operations),
    },
    data: z.strictObject({}),
    shapes: outlines.map(({ name, doc }) => ({ name, doc })),
    shapeHelp: `expected a request of your service: ${names}`,
    shapeDoc: (shape) => operations.get(shape)?.doc ?? null,
    operationOf: (shape) => operations.get(shape) ?? null,
    requestsOf: (shape) => {
      const operation = operations.get(shape);
      if (!operation) throw new TypeError(`no such request: ${shape}`);
      return requestsOf(operation, service);
    },
  };
}

/** The workload that a user's own service is, as the experiment file has it: its shapes are the requests. */
export function writtenWorkload({ requests }: Pick<ServiceSettings, 'requests'>): WorkloadContract {
  const outlines = Object.entries(requests).map(([name, request]) => ({
    name,
    doc: request.doc ?? name,
    changes: request.changes ?? false,
    protocols: protocols.filter((protocol) => writtenCall(request, protocol) !== null),
  }));
  return workloadWith(outlines, null);
}

/** The same once its descriptions have been read, so that its requests can be made. */
export function customWorkload(service: CustomService): WorkloadContract {
  const outlines = service.requests.map(({ calls, ...request }) => ({
    ...request,
    protocols: protocols.filter((protocol) => calls[protocol] !== undefined),
  }));
  return workloadWith(outlines, service);
}
