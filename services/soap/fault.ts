import { escapeXml } from './xml.ts';

/** An HTTP answer, ready to send. */
export interface SoapAnswer {
  readonly status: number;
  readonly body: string;
}

/** The party at fault, in the codes of SOAP 1.1. */
export type FaultCode = 'Client' | 'Server';

/** A SOAP 1.1 fault; sent with status 500 whoever is at fault. */
export function fault(code: FaultCode, message: string, status = 500): SoapAnswer {
  const body =
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>' +
    `<faultcode>soap:${code}</faultcode><faultstring>${escapeXml(message)}</faultstring>` +
    '</soap:Fault></soap:Body></soap:Envelope>';
  return { status, body };
}

/** First line of the XML parser's error; the others only count characters. */
const complaint = /<detail>(?:Error: )?([\s\S]*?)(?:&#xA;[\s\S]*?)?<\/detail>/;

/**
 * For invalid messages the library answers with codes unknown to SOAP 1.1, or with bare text. This creates a
 * proper fault with the parser's error, which is XML already.
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
