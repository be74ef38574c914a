import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { readExperiment } from '../experiment/read.ts';
import { draftExperiment, pickOperations } from './draft.ts';
import { readSource, serviceSources } from './sources.ts';

const folder = fileURLToPath(new URL('../../fixtures/descriptions', import.meta.url));

function source(name: string) {
  const found = serviceSources.find((one) => one.name === name);
  if (!found) throw new Error(`no source ${name}`);
  return found;
}

const read = (name: string, given: readonly string[], imports: readonly string[] = []) =>
  readSource(source(name), given, { folder, imports });

const openApi = `openapi: 3.1.0
info: {title: Orders, version: '1'}
servers: [{url: 'http://127.0.0.1:8080/'}]
paths:
  /orders/{id}:
    get:
      operationId: get_order
      parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: x-a, in: header, required: true, schema: {type: string}, example: '\${HOME}{{uuid}}'}]
`;

describe('sources', () => {
  it('together yield one experiment, whose requests have a form for each protocol', async () => {
    const proto = `${folder}/proto/shop/v1/orders.proto`;
    const [rest = []] = [await source('openapi').read.text?.([openApi], { folder, imports: [] })];
    const services = [
      ...rest,
      ...(await read('proto', [proto], [`${folder}/proto`])),
      ...(await read('wsdl', [`${folder}/wsdl/orders.wsdl`])),
    ];
    const picked = pickOperations(services, ['get-order']);
    const experiment = readExperiment(draftExperiment(picked.services));
    expect(experiment).toMatchObject({
      ok: true,
      experiment: {
        factors: { protocol: ['rest', 'soap', 'grpc'], shape: ['get-order'] },
        service: {
          grpc: { description: ['proto/shop/v1/orders.proto'], imports: ['proto'] },
          soap: { address: 'http://127.0.0.1:8080/orders' },
        },
      },
    });
  });

  it('accept a folder of .proto files by its services', async () => {
    const [found] = await read('proto', [`${folder}/proto`]);
    expect(found?.endpoint).toMatchObject({
      description: expect.arrayContaining(['proto/shop/v1/orders.proto']),
      imports: ['proto'],
    });
    expect(found?.operations.map(({ name }) => name)).toContain('shop.v1.Orders/GetOrder');
    await expect(read('proto', [`${folder}/wsdl`])).rejects.toThrow(/defines a service/);
  });

  it('cannot reference values or secrets', async () => {
    const [found] = (await source('openapi').read.text?.([openApi], { folder, imports: [] })) ?? [];
    expect(found?.operations[0]?.call.headers).toEqual({ 'x-a': '$ {HOME}{ {uuid}}' });
  });

  it('may refer to files of their own folder, or of an enclosing folder of imports', async () => {
    const wsdl = readFileSync(`${folder}/wsdl/orders.wsdl`, 'utf8');
    const place = temporaryFolder({
      'wsdl/orders.wsdl': wsdl.replaceAll('schemas/', '../schemas/'),
      'wsdl/orders.yaml': openApi.replace(/schema: \{[^}]*\}/, "schema: {$ref: '../id.yaml'}"),
      'id.yaml': 'const: seven',
    });
    cpSync(`${folder}/wsdl/schemas`, join(place, 'schemas'), { recursive: true });
    const files = { wsdl: join(place, 'wsdl/orders.wsdl'), rest: join(place, 'wsdl/orders.yaml') };
    const [soap] = await read('wsdl', [files.wsdl], [place]);
    expect(soap?.operations.map(({ name }) => name)).toContain('GetOrder');
    const [http] = await read('openapi', [files.rest], [place]);
    expect(http?.operations[0]?.call.path).toBe('/orders/seven');
    await expect(read('wsdl', [files.wsdl])).rejects.toThrow('is outside of');
    await expect(read('openapi', [files.rest])).rejects.toThrow('is outside of');
  });

  it('accept each form of input', async () => {
    const [first] = await read('url', ['http://127.0.0.1:1/a']);
    expect(first?.operations[0]?.call).toEqual({ path: '/a' });
    const [second] = await read('curl', ['curl http://127.0.0.1:1/b']);
    expect(second?.operations[0]?.call).toEqual({ path: '/b' });
    await expect(read('wsdl', ['nowhere.wsdl'])).rejects.toThrow('there is no file nowhere.wsdl');
    await expect(read('proto', ['/nowhere.proto'])).rejects.toThrow('is outside of the folder');
    await expect(read('reflect', ['nowhere'])).rejects.toThrow('expected host:port');
    await expect(read('reflect', ['127.0.0.1:1'])).rejects.toThrow(/\(v1: connect ECONNREFUSED/);
  });
});
