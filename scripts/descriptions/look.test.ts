import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeWsdl } from '../../engine/own-service/wsdl/describe.ts';
import { pastedWsdl } from '../../engine/own-service/wsdl/documents.ts';
import { descriptionsIn, spread } from './folders.ts';
import type { Description, DescriptionKind, Verdict } from './kinds.ts';
import { kinds, look } from './look.ts';
import { methodsIn } from './proto.ts';

const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const described = (name: string) => descriptionsIn(folder(name), { kinds, imports: [], most: 100 });

function one(kindName: string, folderName: string, file: string) {
  const found = described(folderName).find(
    ({ kind, description }) => kind.name === kindName && description.file.endsWith(file),
  );
  if (!found) throw new Error(`no ${file}`);
  return found;
}

/** Verdict on one sample. */
function judged(
  kind: DescriptionKind,
  description: Description,
  name: string,
  call: Readonly<Record<string, unknown>>,
): Promise<Verdict[]> {
  const sample = { name, doc: '', changes: false, call, checks: [] };
  const found = { protocol: 'rest', address: null, endpoint: {}, remarks: [] } as const;
  return kind.judge(description, { ...found, operations: [sample] });
}

describe('checking descriptions', () => {
  it('accepts every sample of the interfaces of this repository', async () => {
    const all = ['proto', 'wsdl', 'graphql'].flatMap(described);
    expect(all.length).toBeGreaterThan(14);
    for (const { kind, description } of all) {
      const { verdicts, declared, unread } = await look(kind, description);
      expect(unread).toBeNull();
      expect(verdicts.filter(({ said }) => said !== 'accepted')).toEqual([]);
      expect(verdicts.length).toBe(declared);
    }
  });

  const here = 'fixtures/descriptions';
  const pets = 'petstore-3.0.yaml';
  const allocate = 'wirebench.team.v1.TeamService/Allocate';
  it.each([
    ['openapi', here, pets, 'addPet', { body: { nam: 1 } }, 'name'],
    ['openapi', here, pets, 'addPet', {}, 'its body is missing'],
    ['openapi', here, pets, 'deletePet', { path: '/pets/one' }, 'id must be integer'],
    ['proto', 'proto', 'team.proto', allocate, { message: { nam: 1 } }, 'nam'],
    ['graphql', 'graphql', 'team.graphql', 'ok', { query: '{ team { nam } }' }, '"team"'],
  ])(
    'detects a wrong sample of %s from %s',
    async (kindName, folderName, file, name, call, why) => {
      const { kind, description } = one(kindName, folderName, file);
      const { verdicts } = await look(kind, description);
      expect(verdicts.find(({ operation }) => operation === name)?.said).toBe('accepted');
      const [verdict] = await judged(kind, description, name, call);
      expect(verdict).toMatchObject({ said: 'refused', why: expect.stringContaining(why) });
    },
  );

  it('detects a wrong sample of a WSDL', async () => {
    const { kind, description } = one('wsdl', 'wsdl', 'team.wsdl');
    const service = await describeWsdl(pastedWsdl(description.text));
    const sample = service.operations.find(({ name }) => name === 'Allocate');
    const body = String(sample?.call.body).replace(/<(\w+:)?(\w+)>[^<]+<\/\1\2>/, '<$1wrong/>');
    const [verdict] = await judged(kind, description, 'Allocate', { body });
    expect(verdict).toMatchObject({ said: 'refused', why: expect.stringContaining('wrong') });
  });

  it('counts the methods of a Protobuf file, without streams of requests', () => {
    const text = `package a.b; // service No { rpc X(Y) returns (Z); }
      service S { rpc Get (stream.Q) returns (stream R); option (x) = "rpc No(Q)"; rpc Put(stream Q) returns (R) {} }`;
    expect(methodsIn(text)).toEqual(['a.b.S/Get']);
  });

  it('samples evenly from all of them', () => {
    expect(spread([1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([1, 4, 7]);
    expect(spread([1, 2], 3)).toEqual([1, 2]);
  });
});
