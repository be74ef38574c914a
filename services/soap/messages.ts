import { Server, WSDL } from 'soap';
import { type Product, soapPath } from '../../contracts/workloads/product.ts';
import type { Operation } from '../../contracts/workloads/product-shapes.ts';
import { InvalidInput } from '../workloads/invalid-input.ts';
import { type ProductHandlers, readProduct } from '../workloads/product.ts';
import { faultFromLibrary, type SoapAnswer } from './fault.ts';
import { wsdlText } from './wsdl.ts';
import { escapeXml } from './xml.ts';

/** Answers one SOAP message with another; never rejects. */
export type SoapProcessor = (xml: string) => Promise<SoapAnswer>;

/** A text element that carries attributes (`xsi:type`, say) arrives as an object. */
function textOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, '$value') : value;
}

function flatten(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, textOf(value)]));
}

/** The library sends text that looks like a CDATA section as one, which would change its meaning. */
function element(text: string): string | { $xml: string } {
  return text.startsWith('<![CDATA[') ? { $xml: escapeXml(text) } : text;
}

function elements({ id, name, description }: Product): object {
  return { id: element(id), name: element(name), description: element(description) };
}

function clientFault(message: string): object {
  return { Fault: { faultcode: 'soap:Client', faultstring: message, statusCode: 500 } };
}

function method(handlers: ProductHandlers, operation: Operation) {
  return (message: unknown): object => {
    try {
      return elements(handlers[operation](readProduct(flatten(message))));
    } catch (error) {
      if (error instanceof InvalidInput) throw clientFault(error.message);
      throw error;
    }
  };
}

const libraryOptions = { path: soapPath, returnFault: true, suppressStack: true };

/** The library reads the interface file in steps of its own; rejects when that is wrong. */
function loadWsdl(): Promise<WSDL> {
  return new Promise((resolve, reject) => {
    const wsdl = new WSDL(wsdlText, '', libraryOptions);
    // Spaces belong to a text. The library takes this option for clients only, so it is set here.
    wsdl.options.preserveWhitespace = true;
    wsdl.onReady((error) => (error ? reject(error) : resolve(wsdl)));
  });
}

async function createServer(handlers: ProductHandlers): Promise<Server> {
  const port = { Echo: method(handlers, 'echo'), Modify: method(handlers, 'modify') };
  const services = { ProductService: { ProductPort: port } };
  return new Server(null, soapPath, services, await loadWsdl(), { ...libraryOptions, services });
}

/** Prepares the `soap` library to answer messages of the product workload. */
export async function soapProcessor(handlers: ProductHandlers): Promise<SoapProcessor> {
  const server = await createServer(handlers);
  return async (xml) => {
    // Without a SOAPAction the library goes by the element in the body, which cannot contradict itself.
    const { statusCode, body } = await server.processRequest(xml, {
      method: 'POST',
      url: soapPath,
    });
    if (statusCode < 400) return { status: statusCode, body };
    if (body.includes('<faultcode>soap:Client</faultcode>')) return { status: statusCode, body };
    return faultFromLibrary(body);
  };
}
