import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { protobufMediaType } from '../../workloads/interfaces/problem.ts';
import { problemCodec } from '../protobuf/codecs.ts';
import type { ServiceOptions } from '../service.ts';
import { answerFormat, type FormatName } from './negotiation.ts';

/** The formats that a service offers, and the choice for an answer. */
export interface OfferedFormats {
  readonly offered: readonly FormatName[];
  of(request: FastifyRequest): FormatName;
}

/** @param own format of the protocol, without negotiation. */
export function formatsOf(own: FormatName, { formats }: ServiceOptions): OfferedFormats {
  if (formats === 'separate') return { offered: [own], of: () => own };
  return {
    offered: ['json', 'protobuf'],
    of: ({ headers }) => answerFormat(headers, own),
  };
}

/** Accepts bodies in the offered formats only. */
export function addParsers(app: FastifyInstance, { offered }: OfferedFormats): void {
  if (!offered.includes('json')) {
    app.removeContentTypeParser(['application/json', 'text/plain']);
  }
  if (!offered.includes('protobuf')) return;
  app.addContentTypeParser(protobufMediaType, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}

/** Sends an error answer. */
export function sendProblem(
  reply: FastifyReply,
  format: FormatName,
  status: number,
  message: string,
): void {
  reply.code(status);
  if (format === 'json') {
    reply.send({ statusCode: status, error: STATUS_CODES[status], message });
    return;
  }
  // Protobuf cannot encode lone surrogates, and the input may be quoted here.
  const bytes = problemCodec.encode({ status, message: message.toWellFormed() });
  reply.type(protobufMediaType).send(bytes);
}
