import type { SentRequest } from '../../contracts/attempt.ts';
import type { OwnServiceCall } from '../../contracts/own-service.ts';
import { isSecretName } from '../../contracts/secret-names.ts';
import type { DataTables, RequestNumber } from '../../workloads/own-service/rows.ts';
import { mask, secretsHidden } from '../../workloads/own-service/secrets.ts';
import { compileTemplate, renderTemplate } from '../../workloads/own-service/template.ts';
import { valueWriter } from '../../workloads/own-service/written-message.ts';
import { textWriter } from '../../workloads/own-service/written-text.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/** Hides values of the environment, and headers whose names suggest secrets. */
export class Masking {
  readonly text: (text: string) => string;

  constructor(service: Parameters<typeof secretsHidden>[0]) {
    this.text = secretsHidden(service);
  }

  fields(fields: Fields): [name: string, value: string][] {
    return fields.map(([name, value]) => [name, isSecretName(name) ? mask : this.text(value)]);
  }
}

/** A call in readable form. @param address without a trailing slash. */
export function shownRequest(
  call: OwnServiceCall,
  address: string,
  of: RequestNumber,
  { masking, tables }: { readonly masking: Masking; readonly tables: DataTables },
): SentRequest {
  if (call.kind === 'protobuf') {
    const message = JSON.stringify(valueWriter(call.message, tables)(of), null, 2);
    return {
      call: masking.text(`${call.path} at ${address}`),
      headers: masking.fields(
        call.metadata.map(([name, value]) => [
          name,
          renderTemplate(compileTemplate(value, tables), of),
        ]),
      ),
      body: masking.text(message),
    };
  }
  const { target, headers, body } = textWriter(call, tables)(of);
  return {
    call: masking.text(`${call.method} ${address}${target}`),
    headers: masking.fields(headers),
    body: body === null ? null : masking.text(body),
  };
}
