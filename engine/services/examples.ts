import type { ServiceExample } from '../../contracts/services.ts';
import type { Protocol, TlsLevel } from '../../contracts/words.ts';
import {
  grpcService,
  healthPath,
  productRoutes,
  soapNamespace,
  soapPath,
} from '../../contracts/workloads/product.ts';

/** Files that a client of a service over TLS is pointed at. */
export interface ExampleFiles {
  /** Certificate of the authority. */
  readonly authority: string;
}

const product = '{"id":"0","name":"Coffee","description":"abc"}';

/**
 * Calls of a service that can be pasted into a POSIX shell.
 * @param target the service's address as an experiment file has it.
 */
export function examplesOf(
  protocol: Protocol,
  target: string,
  tls: TlsLevel,
  { authority }: ExampleFiles,
): ServiceExample[] {
  switch (protocol) {
    case 'rest':
    case 'rest-h2':
    case 'rest-protobuf':
    case 'graphql': {
      const curl = `curl${curlTrust(tls, authority)}`;
      const data = `-H 'content-type: application/json' \\\n  -d '${product}'`;
      return [
        { title: 'Echo', text: `${curl} ${data} \\\n  ${target}${productRoutes.echo.rest.path}` },
        { title: 'Is it alive?', text: `${curl} ${target}${healthPath}` },
      ];
    }
    case 'soap': {
      const curl = `curl${curlTrust(tls, authority)}`;
      return [
        { title: 'Echo', text: `${curl} ${soapCall}  ${target}${soapPath}` },
        { title: 'Its WSDL', text: `${curl} '${target}${soapPath}?wsdl'` },
      ];
    }
    case 'grpc': {
      const trust =
        tls === 'off' ? '-plaintext' : `-cacert ${quoted(authority)}${mutual(tls, 'cert', 'key')}`;
      return [
        {
          title: 'Echo',
          text: `grpcurl ${trust} \\\n  -d '${product}' \\\n  ${target} ${grpcService}/Echo`,
        },
        { title: 'Its services', text: `grpcurl ${trust} ${target} list` },
      ];
    }
    case 'rsocket':
      return rsocketCalls(target, tls, authority);
  }
}

const { action, request } = productRoutes.echo.soap;
const soapCall =
  `-H 'content-type: text/xml; charset=utf-8' \\\n  -H 'SOAPAction: "${action}"' -d '\n` +
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>\n' +
  `  <${request} xmlns="${soapNamespace}">\n` +
  '    <id>0</id><name>Coffee</name><description>abc</description>\n' +
  `  </${request}>\n</soap:Body></soap:Envelope>' \\\n`;

/** `rsc` trusts by Java's settings, and has none for a certificate of its own. */
function rsocketCalls(target: string, tls: TlsLevel, authority: string): ServiceExample[] {
  const call = `${target} --request --route echo \\\n  -d '${product}'`;
  if (tls === 'off') return [{ title: 'Echo', text: `rsc tcp://${call}` }];
  if (tls === 'mtls') return [];
  const trust = '-Djavax.net.ssl.trustStore=trust.p12 -Djavax.net.ssl.trustStorePassword=wirebench';
  const keytool = `keytool -importcert -noprompt -alias wirebench -file ${quoted(authority)}`;
  const store = '-keystore trust.p12 -storepass wirebench';
  const java = `java ${trust} \\\n  -jar rsc.jar tcp+tls://${call}`;
  return [{ title: 'Echo', text: `${keytool} \\\n  ${store} &&\n${java}` }];
}

function curlTrust(tls: TlsLevel, authority: string): string {
  if (tls === 'off') return '';
  return ` --cacert ${quoted(authority)}${mutual(tls, '-cert', '-key')}`;
}

/** Under mutual TLS the client has to show who it is. */
function mutual(tls: TlsLevel, certificate: string, key: string): string {
  return tls === 'mtls' ? ` -${certificate} client.pem -${key} client-key.pem` : '';
}

/** A path as one word of a POSIX shell. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
