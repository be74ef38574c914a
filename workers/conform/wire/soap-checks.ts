import type { ConformWorkload } from '../../../contracts/conform.ts';
import { endpointOf, interfacePathOf } from '../../../contracts/protocols.ts';
import { authorityOf } from '../../../contracts/worker-messages.ts';
import {
  type Message,
  type OperationDescription,
  soapNamespaceOf,
} from '../../../workloads/description.ts';
import { soapActionName, soapOperationsOf } from '../../../workloads/interfaces/wsdl.ts';
import { workloadOf } from '../../../workloads/registry.ts';
import { envelopeAround, soapCodec, xmlOf } from '../../codecs/soap.ts';
import type { ConformCheck } from '../check.ts';
import { sampleCalls } from '../samples.ts';
import { differenceWords } from '../words.ts';
import { bodyWords, type HttpExpectation, hasFault, hasHeader, hasStatus } from './expect-http.ts';
import { type HttpExchange, health, httpCheck } from './http-check.ts';
import { httpHabits, type NumberedCalls } from './http-habits.ts';

const xmlType = { 'content-type': 'text/xml; charset=utf-8' };
const envelopeNamespace = 'http://schemas.xmlsoap.org/soap/envelope/';

/** Requests of a workload, and their endpoint. */
interface Subject {
  readonly workload: ConformWorkload;
  readonly path: string;
  readonly namespace: string;
  readonly operation: OperationDescription;
  readonly request: Message;
  /** The fields of the request as elements. */
  readonly fields: string;
}

function subjectOf(workload: ConformWorkload): Subject {
  const { operation, request } = sampleCalls[workload];
  const { description } = workloadOf(workload);
  const message = request(0);
  return {
    workload,
    path: endpointOf('soap', workload),
    namespace: soapNamespaceOf(description),
    operation,
    request: message,
    fields: xmlOf(operation.request, message),
  };
}

const bare = (body: string) =>
  `<soap:Envelope xmlns:soap="${envelopeNamespace}"><soap:Body>${body}</soap:Body></soap:Envelope>`;

/** An envelope with the element of a request. */
function requestWith({ operation, namespace }: Subject, fields: string): string {
  const [start, end] = envelopeAround(`${operation.method}Request`, namespace);
  return start + fields + end;
}

function hasAnswer({ workload, operation }: Subject): HttpExpectation[] {
  const { decode } = soapCodec({ name: workload }, operation);
  return [
    hasStatus(200),
    hasHeader('content-type', /^text\/xml\b/i, 'text/xml'),
    {
      words: `the right ${operation.method}Response`,
      judge: ({ body }, service) =>
        differenceWords(sampleCalls[workload].answer(0, service), decode(body)),
    },
  ];
}

function refused(subject: Subject): HttpExchange[] {
  const { path, namespace, fields, operation } = subject;
  const fault = (name: string, holds: string, body: string): HttpExchange => ({
    name,
    holds: `refuses ${holds}`,
    send: { method: 'POST', path, headers: xmlType, body },
    expect: hasFault('Client'),
  });
  const [first] = operation.request.fields;
  const element = new RegExp(`<${first?.name}>.*?</${first?.name}>`, 's');
  const whole = requestWith(subject, fields);
  const texts = [
    fault('no-body', 'a request without a body', ''),
    fault('not-xml', 'invalid XML', 'hello'),
    fault('cut-xml', 'XML that ends too early', whole.slice(0, -9)),
    fault('other-xml', 'XML that is not an envelope', '<a/>'),
    fault('empty-envelope', 'an envelope without a message', bare('')),
    fault('unknown-operation', 'an unknown operation', bare(`<Other xmlns="${namespace}"/>`)),
    fault(
      'answer-as-request',
      'an answer instead of a request',
      bare(`<${operation.method}Response xmlns="${namespace}"/>`),
    ),
    fault('fault-as-request', 'a fault instead of a request', bare('<soap:Fault/>')),
    fault(
      'own-entity',
      'documents that define entities',
      `<!DOCTYPE a [<!ENTITY b "c">]>${requestWith(subject, fields.replace(element, `<${first?.name}>&b;</${first?.name}>`)).replace(/^<\?xml.*?\?>/, '')}`,
    ),
  ];
  if (first === undefined || first.optional) return texts;
  const numbers = operation.request.fields.filter(({ type }) => type === 'int32');
  return [
    ...texts,
    fault(
      'missing-field',
      'a message without one of its fields',
      requestWith(subject, fields.replace(element, '')),
    ),
    fault(
      'field-twice',
      'a repeated field',
      requestWith(subject, `${fields}<${first.name}>1</${first.name}>`),
    ),
    fault(
      'elements-in-text',
      'elements in a text',
      requestWith(subject, fields.replace(element, `<${first.name}><b>y</b></${first.name}>`)),
    ),
    ...numbers.flatMap(({ name }) =>
      ['12 apples', '', '1.5', '2147483648'].map((value, index) =>
        fault(
          `number-${index + 1}`,
          `“${value}” for a whole number of 32 bits`,
          requestWith(
            subject,
            fields.replace(new RegExp(`<${name}>.*?</${name}>`), `<${name}>${value}</${name}>`),
          ),
        ),
      ),
    ),
  ];
}

/** Equivalent forms in XML. */
function spellings(subject: Subject): HttpExchange[] {
  const { path, namespace, fields, operation, workload } = subject;
  const taken = (
    name: string,
    holds: string,
    body: string,
    headers: Readonly<Record<string, string>> = xmlType,
  ): HttpExchange => ({
    name,
    holds,
    send: { method: 'POST', path, headers, body },
    expect: hasAnswer(subject),
  });
  const prefixed = fields.replace(/<(\/?)(\w)/g, '<$1p:$2');
  const whole = requestWith(subject, fields);
  const other = soapOperationsOf(workloadOf(workload).description).find(
    (one) => one !== operation && one.stream === 'none',
  );
  const action = other ? soapActionName({ name: workload }, other) : '';
  return [
    taken('usual', 'answers with the element of the operation', whole),
    taken(
      'prefixes',
      'identifies elements by namespace, not by prefix',
      `<e:Envelope xmlns:e="${envelopeNamespace}" xmlns:p="${namespace}"><e:Header/><e:Body><p:${operation.method}Request>${prefixed}</p:${operation.method}Request></e:Body></e:Envelope>`,
    ),
    taken(
      'blanks',
      'ignores blanks and comments between elements',
      whole.replace(/></g, '>\n  <!-- an ordinary message -->\n  <'),
    ),
    taken(
      'attributes',
      'ignores attributes',
      fields === ''
        ? whole
        : whole.replace(
            /<(\w+)>/,
            '<$1 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="string">',
          ),
    ),
    taken(
      'references',
      'resolves references and CDATA as XML defines them',
      requestWith(
        subject,
        fields.replace(
          />([A-Za-z])([^<]+)</,
          (_all, first: string, others: string) =>
            `>&#x${first.charCodeAt(0).toString(16)};<![CDATA[${others}]]><`,
        ),
      ),
    ),
    taken(
      'unknown-element',
      'ignores unknown elements',
      requestWith(subject, `${fields}<extra><deep>1</deep></extra>`),
    ),
    taken(
      'other-action',
      'identifies the operation by the element in the body, whatever SOAPAction says',
      whole,
      {
        ...xmlType,
        soapaction: `"${action}"`,
      },
    ),
    taken('no-action', 'needs no SOAPAction', whole),
  ];
}

function places({
  workload,
  path,
  namespace,
  operation,
  fields,
  ...subject
}: Subject): HttpExchange[] {
  const { description } = workloadOf(workload);
  const operations = soapOperationsOf(description).map(({ method }) => method);
  const text = (
    words: string,
    missing: (text: string, place: string) => readonly string[],
  ): HttpExpectation => ({
    words,
    judge: ({ body }, { address }) => {
      const place = `${address.tls ? 'https' : 'http'}://${authorityOf(address)}${address.basePath}${path}`;
      const lacks = missing(body.toString('utf8'), place);
      return lacks.length === 0 ? null : `no ${lacks.join(', no ')} in ${bodyWords(body)}`;
    },
  });
  return [
    health,
    {
      name: 'wsdl',
      holds: 'serves its WSDL, with the address of the request',
      send: { method: 'GET', path: interfacePathOf('soap', workload) },
      expect: [
        hasStatus(200),
        hasHeader('content-type', /\bxml\b/i, 'text/xml'),
        text(
          `a WSDL of ${namespace} with ${operations.join(', ')} and its own address`,
          (wsdl, place) =>
            [
              namespace,
              ...operations.map((name) => `name="${name}"`),
              `location="${place}"`,
            ].filter((one) => !wsdl.includes(one)),
        ),
      ],
    },
    {
      name: 'lost',
      holds: 'answers unknown paths with 404',
      send: {
        method: 'POST',
        path: '/nowhere',
        headers: xmlType,
        body: requestWith({ workload, path, namespace, operation, fields, ...subject }, fields),
      },
      expect: [hasStatus(404)],
    },
    {
      name: 'delete',
      holds: 'accepts messages by POST only',
      send: { method: 'DELETE', path },
      expect: [hasStatus(404, 405)],
    },
  ];
}

/** The calls of a workload as SOAP over HTTP/1.1. */
function soapCalls(workload: ConformWorkload): NumberedCalls {
  const { operation, request, answer } = sampleCalls[workload];
  const { encode, decode } = soapCodec({ name: workload }, operation);
  const action = soapActionName({ name: workload }, operation);
  return {
    asked: (number) => ({
      method: 'POST',
      path: endpointOf('soap', workload),
      headers: { ...xmlType, soapaction: `"${action}"` },
      body: encode(request(number)),
    }),
    judge: ({ status, body }, number, service) => {
      if (status !== 200) return `status ${status}, ${bodyWords(body)}`;
      return differenceWords(answer(number, service), decode(body));
    },
  };
}

/** Requirements for SOAP services, besides right answers. */
export function soapChecks(workload: ConformWorkload): ConformCheck[] {
  const subject = subjectOf(workload);
  const exchanges = [...places(subject), ...spellings(subject), ...refused(subject)];
  return [...exchanges.map(httpCheck), ...httpHabits(soapCalls(workload))];
}
