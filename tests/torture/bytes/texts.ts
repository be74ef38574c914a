import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planTrials } from '../../../engine/experiment/plan.ts';
import { readExperiment } from '../../../engine/experiment/read.ts';
import { readCurl } from '../../../engine/own-service/curl.ts';
import { draftExperiment } from '../../../engine/own-service/draft.ts';
import { noFiles } from '../../../engine/own-service/files.ts';
import type { FoundService } from '../../../engine/own-service/found.ts';
import { readOpenApi } from '../../../engine/own-service/openapi/read.ts';
import { describeProto } from '../../../engine/own-service/proto/describe.ts';
import { readHar } from '../../../engine/own-service/saved/har.ts';
import { readPostman } from '../../../engine/own-service/saved/postman.ts';
import { describeWsdl } from '../../../engine/own-service/wsdl/describe.ts';
import { wsdlFile } from '../../../engine/own-service/wsdl/documents.ts';
import { readRecording } from '../../../workers/wire/read-recording.ts';
import { httpReading } from '../../support/wire-recordings.ts';
import type { CaseOutcome, Prepared, Target } from './target.ts';

const fixtures = join(import.meta.dirname, '../../../fixtures');

function filesBelow(folder: string, ending: string): Buffer[] {
  return readdirSync(join(fixtures, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(fixtures, folder, name)));
}

export const experimentTarget: Target = {
  what: 'experiment files',
  weight: 4,
  prepare: async () => ({
    samples: filesBelow('experiments', '.bench.yaml'),
    isText: true,
    read: (bytes) => {
      const read = readExperiment(bytes.toString('utf8'));
      if (!read.ok) return 'reported';
      planTrials(read.experiment);
      return 'unharmed';
    },
  }),
};

/** Recorded bytes may be anything: the capture shows them as they are. */
export const recordingTarget: Target = {
  what: 'captures',
  weight: 10,
  prepare: async () => {
    const plain = { shape: 'small', tls: 'off', client: 'raw', text: 'ascii' } as const;
    const chunks = (['rest', 'soap'] as const).flatMap((protocol) => {
      const reading = httpReading(protocol, plain);
      return reading.recording.connections.flatMap((connection) =>
        connection.chunks.map((chunk) => ({ reading, connection, chunk })),
      );
    });
    return {
      samples: chunks.map(({ chunk }) => Buffer.from(chunk.bytes)),
      isText: false,
      read: (bytes, sample) => {
        const one = chunks[sample];
        if (!one) return 'broken';
        const { reading, connection } = one;
        const damaged = connection.chunks.map((chunk) =>
          chunk === one.chunk ? { ...chunk, bytes: new Uint8Array(bytes) } : chunk,
        );
        const connections = [{ ...connection, chunks: damaged }];
        const recording = { ...reading.recording, connections };
        const { sent, received } = readRecording({ ...reading, recording }).recorded;
        const recorded = damaged.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
        return sent + received === recorded ? 'unharmed' : 'broken';
      },
    };
  },
};

const entryOf = (method: string) => `{
  "request": {
    "method": "${method}", "url": "https://shop.example/orders/7?page=2",
    "headers": [{"name": "Accept", "value": "application/json"}],
    "postData": {"mimeType": "application/json", "text": "{\\"id\\":7,\\"tags\\":[\\"a\\"]}"}
  },
  "response": {"status": 200, "content": {"mimeType": "application/json"}}}`;
const archive = `{"log": {"entries": [${entryOf('GET')}, ${entryOf('POST')}]}}`;
const collection = `{
  "info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/"},
  "variable": [{"key": "host", "value": "https://shop.example"}],
  "item": [{"name": "Orders", "item": [{"name": "One", "request": {
    "method": "POST", "header": [{"key": "X", "value": "{{host}}"}],
    "url": {"raw": "{{host}}/orders"}, "body": {"mode": "raw", "raw": "{\\"id\\":7}"}}}]}]
}`;
const command = `curl -X POST 'https://shop.example/orders' -H 'Accept: */*' --data-raw $'{"a":"\\u0041"}' -u me:secret`;

type ReadText = (text: string) => Promise<readonly FoundService[]>;

function description(what: string, samples: () => readonly Buffer[], read: ReadText): Target {
  return {
    what,
    weight: 3,
    prepare: async (): Promise<Prepared> => ({
      samples: samples(),
      isText: true,
      read: async (bytes): Promise<CaseOutcome> => {
        const found = await read(bytes.toString('utf8'));
        if (found.some(({ operations }) => operations.length > 0)) draftExperiment([...found]);
        return 'unharmed';
      },
    }),
  };
}

const fileNamed = (path: string, text: string) => ({
  ...noFiles,
  read: async (name: string) => (name === path ? Buffer.from(text) : null),
});

const protoFiles = () =>
  ['editions.proto', 'old.proto'].flatMap((name) => filesBelow('descriptions/proto', name));

export const descriptionTargets: readonly Target[] = [
  description(
    'OpenAPI descriptions',
    () => filesBelow('descriptions/openapi', '.yaml'),
    async (text) => [await readOpenApi(text, { name: 'a.yaml', files: null })],
  ),
  description(
    'WSDL descriptions',
    () => filesBelow('descriptions/wsdl', 'calculator.wsdl'),
    async (text) => [await describeWsdl(wsdlFile(fileNamed('a.wsdl', text), 'a.wsdl'))],
  ),
  description('proto files', protoFiles, async (text) => [
    await describeProto(fileNamed('a.proto', text), ['a.proto'], []),
  ]),
  description(
    'saved requests (HAR)',
    () => [Buffer.from(archive)],
    async (text) => readHar(text),
  ),
  description(
    'saved requests (Postman)',
    () => [Buffer.from(collection)],
    async (text) => readPostman(text),
  ),
  description(
    'curl commands',
    () => [Buffer.from(command)],
    async (text) => [readCurl(text)],
  ),
];
