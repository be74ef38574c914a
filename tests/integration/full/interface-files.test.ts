import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { buildSchema, parse, validate, validateSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { type Protocol, workloadNames } from '../../../contracts/words.ts';
import { interfaceFileOf } from '../../../engine/services/interface-files.ts';
import { xmlOf } from '../../../workers/codecs/soap.ts';
import { isOffered, type MessageType, soapNamespaceOf } from '../../../workloads/description.ts';
import { documentOf } from '../../../workloads/interfaces/graphql-document.ts';
import { openApiOf } from '../../../workloads/interfaces/openapi.ts';
import { protobufMediaType } from '../../../workloads/interfaces/problem.ts';
import { snakeCase } from '../../../workloads/interfaces/proto.ts';
import { typesBelow } from '../../../workloads/interfaces/types.ts';
import { soapOperationsOf } from '../../../workloads/interfaces/wsdl.ts';
import { workloadOf } from '../../../workloads/registry.ts';
import { messagesOf } from '../../support/random-messages.ts';

/** Every interface file is compiled by the reference tool of its kind. */

const root = new URL('../../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');
const described = workloadNames.map((name) => workloadOf(name).description);

describe('the files for Protobuf and gRPC', () => {
  const program = createRequire(import.meta.url).resolve('@bufbuild/buf/bin/buf');
  const buf = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args], {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });

  /** Rules that the names of fields, messages and paths cannot follow any more: they are published. */
  const lint = {
    version: 'v2',
    modules: [{ path: 'proto' }],
    lint: {
      use: ['STANDARD', 'COMMENT_RPC'],
      except: [
        // The files lie side by side, one for each workload.
        'DIRECTORY_SAME_PACKAGE',
        'PACKAGE_DIRECTORY_MATCH',
        // Names are those of the studies' messages, which several operations share.
        'RPC_REQUEST_RESPONSE_UNIQUE',
        'RPC_REQUEST_STANDARD_NAME',
        'RPC_RESPONSE_STANDARD_NAME',
        // JSON, XML and GraphQL have the same values, as texts.
        'ENUM_VALUE_PREFIX',
        'ENUM_ZERO_VALUE_SUFFIX',
      ],
      // The standard's own.
      ignore: ['proto/health.proto'],
    },
  };

  it('are compiled, and keep the rules of buf', () => {
    expect(buf('lint', '--config', JSON.stringify(lint))).toBe('');
  });

  interface Compiled {
    readonly package: string;
    readonly service?: readonly {
      readonly name: string;
      readonly method: readonly Record<'name' | 'inputType' | 'outputType', string>[];
    }[];
    readonly messageType: readonly {
      readonly name: string;
      readonly field?: readonly { readonly name: string; readonly number: number }[];
    }[];
  }

  it('have the methods, messages and field numbers that the services speak', () => {
    const image = buf('build', 'proto', '-o', '-#format=json');
    const { file } = JSON.parse(image) as { file: readonly Compiled[] };
    for (const workload of described) {
      const compiled = file.find((one) => one.package === workload.package);
      const operations = Object.values(workload.operations).filter((one) => isOffered(one, 'grpc'));
      const full = ({ name }: MessageType) => `.${workload.package}.${name}`;
      expect(compiled?.service?.[0]?.name).toBe(workload.service);
      expect(
        compiled?.service?.[0]?.method.map((one) => [one.name, one.inputType, one.outputType]),
      ).toEqual(operations.map((one) => [one.method, full(one.request), full(one.response)]));
      for (const { name, fields } of typesBelow(
        operations.flatMap((one) => [one.request, one.response]),
      ).messages) {
        const message = compiled?.messageType.find((one) => one.name === name);
        expect((message?.field ?? []).map((field) => [field.name, field.number])).toEqual(
          fields.map((field) => [snakeCase(field.name), field.number]),
        );
      }
    }
  });
});

describe('OpenAPI documents', () => {
  const kinds = (['rest', 'rest-h2', 'rest-protobuf'] as const).flatMap((protocol) => [
    { protocol, mediaTypes: ['application/json'] },
    { protocol, mediaTypes: ['application/json', protobufMediaType] },
  ]);

  it.each(described)('of $name are what OpenAPI 3.1 defines', async (workload) => {
    for (const kind of kinds) {
      const validator = new Validator();
      const { valid, errors } = await validator.validate(openApiOf(workload, kind));
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
      expect(validator.version).toBe('3.1');
    }
  });

  it.each(['rest', 'rest-h2', 'rest-protobuf'] satisfies Protocol[])(
    'are offered over %s as they are checked',
    async (protocol) => {
      const { text } = interfaceFileOf(protocol, 'store');
      expect((await new Validator().validate(JSON.parse(text))).valid).toBe(true);
    },
  );
});

describe('WSDL files', () => {
  const wsdl = ['wsdl-soap.xsd', 'wsdl.xsd'].map((fileName) => ({
    fileName,
    contents: textOf(`fixtures/schemas/${fileName}`),
  }));
  /** One schema of all; xmllint fetches nothing, so that the imports say where the others are. */
  const all = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
    <xsd:import namespace="http://schemas.xmlsoap.org/wsdl/" schemaLocation="wsdl.xsd"/>
    <xsd:import namespace="http://schemas.xmlsoap.org/wsdl/soap/" schemaLocation="wsdl-soap.xsd"/>
  </xsd:schema>`;

  it('are what WSDL 1.1 and its SOAP binding define', async () => {
    const xml = workloadNames.map((name) => ({
      fileName: `${name}.wsdl`,
      contents: textOf(`wsdl/${name}.wsdl`),
    }));
    const { valid, errors } = await validateXML({ xml, schema: [all], preload: wsdl });
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
  });

  it.each(described)('of $name hold a schema that messages keep', async (workload) => {
    const namespace = soapNamespaceOf(workload);
    const [, attributes = '', inside = ''] =
      /<xsd:schema([^>]*)>([\s\S]*)<\/xsd:schema>/.exec(textOf(`wsdl/${workload.name}.wsdl`)) ?? [];
    const schema = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:tns="${namespace}"${attributes}>${inside}</xsd:schema>`;
    const xml = soapOperationsOf(workload).flatMap(({ method, request, response }) =>
      [
        { element: `${method}Request`, type: request },
        { element: `${method}Response`, type: response },
      ].flatMap(({ element, type }) =>
        fc
          .sample(messagesOf(type), { numRuns: 5, seed: 1 })
          .map(
            (message) => `<${element} xmlns="${namespace}">${xmlOf(type, message)}</${element}>`,
          ),
      ),
    );
    const { valid, errors } = await validateXML({ xml, schema: [schema] });
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
  });
});

describe('GraphQL schemas', () => {
  it.each(described)('of $name are compiled, and every document fits', (workload) => {
    const schema = buildSchema(textOf(`graphql/${workload.name}.graphql`));
    expect(validateSchema(schema)).toEqual([]);
    for (const operation of Object.values(workload.operations)) {
      if (operation.stream !== 'none' || !isOffered(operation, 'graphql')) continue;
      expect(validate(schema, parse(documentOf(operation)))).toEqual([]);
    }
  });
});
