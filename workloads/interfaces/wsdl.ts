import { endpointOf } from '../../contracts/protocols.ts';
import {
  type EnumType,
  type Field,
  isOffered,
  type MessageType,
  type OperationDescription,
  type ScalarType,
  soapNamespaceOf,
  type WorkloadDescription,
} from '../description.ts';
import { fileOperationsOf } from '../files.ts';
import { escapeText } from '../messages/xml-text.ts';
import { typesBelow } from './types.ts';

const xsdTypes: Readonly<Record<ScalarType, string>> = {
  string: 'xsd:string',
  int32: 'xsd:int',
  int64: 'xsd:long',
  double: 'xsd:double',
  bool: 'xsd:boolean',
  bytes: 'xsd:base64Binary',
  // A dateTime needs a time of day.
  stamp: 'xsd:string',
};

/** Operations that SOAP carries: one message each way; a file may come in parts. */
export function soapOperationsOf(workload: WorkloadDescription): OperationDescription[] {
  const files = fileOperationsOf(workload, 'soap');
  return Object.values(workload.operations).filter(
    (operation) =>
      (operation.stream === 'none' && isOffered(operation, 'soap')) || files.includes(operation),
  );
}

/** The value of an operation's SOAPAction, without quotation marks. */
export function soapActionName(
  workload: Pick<WorkloadDescription, 'name'>,
  { method }: Pick<OperationDescription, 'method'>,
): string {
  return `${soapNamespaceOf(workload)}:${method}`;
}

function elementLine({ name, type, repeated, optional }: Field): string {
  const typeName = typeof type === 'string' ? xsdTypes[type] : `tns:${type.name}`;
  const least = repeated || optional ? ' minOccurs="0"' : '';
  const most = repeated ? ' maxOccurs="unbounded"' : '';
  return `          <xsd:element name="${name}" type="${typeName}"${least}${most}/>\n`;
}

function complexType({ name, fields }: MessageType): string {
  const elements = fields.map(elementLine).join('');
  const sequence = elements
    ? `<xsd:sequence>\n${elements}        </xsd:sequence>`
    : '<xsd:sequence/>';
  return `      <xsd:complexType name="${name}">\n        ${sequence}\n      </xsd:complexType>\n`;
}

function simpleType({ name, values }: EnumType): string {
  const lines = values.map((value) => `          <xsd:enumeration value="${value}"/>\n`).join('');
  return (
    `      <xsd:simpleType name="${name}">\n        <xsd:restriction base="xsd:string">\n` +
    `${lines}        </xsd:restriction>\n      </xsd:simpleType>\n`
  );
}

function topElements({ method, request, response }: OperationDescription): string {
  return (
    `      <xsd:element name="${method}Request" type="tns:${request.name}"/>\n` +
    `      <xsd:element name="${method}Response" type="tns:${response.name}"/>\n`
  );
}

function messageParts({ method }: OperationDescription): string {
  const message = (name: string, element: string) =>
    `  <wsdl:message name="${name}">\n` +
    `    <wsdl:part name="parameters" element="tns:${element}"/>\n  </wsdl:message>\n`;
  return (
    message(`${method}Input`, `${method}Request`) + message(`${method}Output`, `${method}Response`)
  );
}

function portOperation({ method, doc }: OperationDescription): string {
  return (
    `    <wsdl:operation name="${method}">\n` +
    `      <wsdl:documentation>${escapeText(doc)}</wsdl:documentation>\n` +
    `      <wsdl:input message="tns:${method}Input"/>\n` +
    `      <wsdl:output message="tns:${method}Output"/>\n    </wsdl:operation>\n`
  );
}

function boundOperation(workload: WorkloadDescription, operation: OperationDescription): string {
  return (
    `    <wsdl:operation name="${operation.method}">\n` +
    `      <soap:operation soapAction="${soapActionName(workload, operation)}"/>\n` +
    '      <wsdl:input><soap:body use="literal"/></wsdl:input>\n' +
    '      <wsdl:output><soap:body use="literal"/></wsdl:output>\n    </wsdl:operation>\n'
  );
}

function typesPart(namespace: string, operations: readonly OperationDescription[]): string {
  const roots = operations.flatMap(({ request, response }) => [request, response]);
  const { messages, enums } = typesBelow(roots);
  return (
    `  <wsdl:types>\n    <xsd:schema targetNamespace="${namespace}" elementFormDefault="qualified">\n` +
    messages.map(complexType).join('') +
    enums.map(simpleType).join('') +
    operations.map(topElements).join('') +
    '    </xsd:schema>\n  </wsdl:types>\n'
  );
}

/** `ProductService` without its last word. */
export function soapPortOf({ service }: Pick<WorkloadDescription, 'service'>): string {
  return `${service.replace(/Service$/, '')}Port`;
}

function servicePart(workload: WorkloadDescription, binding: string): string {
  return (
    `  <wsdl:service name="${workload.service}">\n` +
    `    <wsdl:documentation>The ${workload.name} workload. A running service puts its own address here.</wsdl:documentation>\n` +
    `    <wsdl:port name="${soapPortOf(workload)}" binding="tns:${binding}">\n` +
    `      <soap:address location="http://127.0.0.1:8081${endpointOf('soap', workload.name)}"/>\n` +
    '    </wsdl:port>\n  </wsdl:service>\n'
  );
}

/** The interface file of a workload for SOAP 1.1, document and literal. */
export function wsdlText(workload: WorkloadDescription): string {
  const namespace = soapNamespaceOf(workload);
  const operations = soapOperationsOf(workload);
  const port = `${soapPortOf(workload)}Type`;
  const binding = soapPortOf(workload).replace(/Port$/, 'Binding');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<wsdl:definitions name="${workload.service}"\n    targetNamespace="${namespace}"\n` +
    `    xmlns:tns="${namespace}"\n    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"\n` +
    '    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"\n' +
    '    xmlns:xsd="http://www.w3.org/2001/XMLSchema">\n' +
    typesPart(namespace, operations) +
    operations.map(messageParts).join('') +
    `  <wsdl:portType name="${port}">\n${operations.map(portOperation).join('')}  </wsdl:portType>\n` +
    `  <wsdl:binding name="${binding}" type="tns:${port}">\n` +
    '    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>\n' +
    operations.map((operation) => boundOperation(workload, operation)).join('') +
    `  </wsdl:binding>\n${servicePart(workload, binding)}</wsdl:definitions>\n`
  );
}
