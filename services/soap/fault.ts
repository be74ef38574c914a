import { escapeXml } from './xml.ts';

/** An HTTP answer, ready to send. */
export interface SoapAnswer {
  readonly status: number;
  readonly body: string;
}

/** Who is to blame, in SOAP 1.1's words. */
export type FaultCode = 'Client' | 'Server';

/** A SOAP 1.1 fault; these travel with status 500 whoever is to blame. */
export function fault(code: FaultCode, message: string, status = 500): SoapAnswer {
  const body =
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>' +
    `<faultcode>soap:${code}</faultcode><faultstring>${escapeXml(message)}</faultstring>` +
    '</soap:Fault></soap:Body></soap:Envelope>';
  return { status, body };
}

/** What the XML parser complained of; its first line, for the others only count characters. */
const complaint = /<detail>(?:Error: )?([\s\S]*?)(?:&#xA;[\s\S]*?)?<\/detail>/;

/**
 * The library answers what it cannot read with codes that SOAP 1.1 does not know, or with bare
 * text. This states the fault properly and keeps the parser's complaint, which is XML already.
 */
export function faultFromLibrary(body: string): SoapAnswer {
  const plain = fault('Client', 'The message is not a request of this service');
  const reason = complaint.exec(body)?.[1];
  if (!reason) return plain;
  return {
    ...plain,
    body: plain.body.replace('</faultstring>', () => `: ${reason}</faultstring>`),
  };
}
