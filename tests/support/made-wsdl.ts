import { describeWsdl } from '../../engine/own-service/wsdl/describe.ts';
import { pastedWsdl } from '../../engine/own-service/wsdl/documents.ts';

/** A description of one operation, which asks with the element `Ask` of this schema. */
export const madeWsdl = (
  schema: string,
  attributes = '',
) => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t" ${attributes}>${schema}</xs:schema></types>
  <message name="In"><part name="p" element="t:Ask"/></message>
  <portType name="P"><operation name="Ask"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding style="document"/>
    <operation name="Ask"><soap:operation/><input><soap:body use="literal"/></input></operation>
  </binding>
</definitions>`;

/** The body of the call that it describes. */
export async function bodyOfWsdl(schema: string, attributes?: string): Promise<string> {
  const { operations } = await describeWsdl(pastedWsdl(madeWsdl(schema, attributes)));
  return String(operations[0]?.call.body);
}
