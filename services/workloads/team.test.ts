import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import type { Message } from '../../workloads/description.ts';
import { jsonBytes } from '../../workloads/messages/json-bytes.ts';
import { teamOperations } from '../../workloads/team/messages.ts';
import type { Handler } from './handlers.ts';
import { InvalidInput } from './refusals.ts';
import { openWorkload } from './registry.ts';

async function allocator(kind: 'none' | 'sqlite', data: object = {}) {
  const opened = await openWorkload('team', serviceSetupSchema.parse({ data, database: { kind } }));
  onTestFinished(() => opened.stop());
  return async (request: Message) => (opened.handlers.allocate as Handler)(request);
}

const alice = { name: 'Alice', id: 113517, courseCode: 'CS31245' };

describe.each(['none', 'sqlite'] as const)('allocation with database %s', (kind) => {
  it('answers the published request with the published 187 bytes', async () => {
    const allocate = await allocator(kind);
    const answer = await allocate(alice);
    expect(JSON.stringify(answer)).toBe(
      '{"message":"You have been successfully allocated a team","teamDetails":{"member1":"Alice","member2":"Derek","member1id":113517,"member2id":113520,"courseCode":"CS31245","groupId":879253}}',
    );
    expect(Buffer.byteLength(JSON.stringify(answer))).toBe(187);
    expect(jsonBytes(teamOperations.allocate.response, answer)).toBe(187);
  });

  it('pairs the next student with the next waiting one', async () => {
    const allocate = await allocator(kind, { rowsRead: 2 });
    const partners = [];
    for (const id of [113517, 113518, 113519, 1]) {
      const { teamDetails } = await allocate({ ...alice, id });
      partners.push((teamDetails as Message).member2);
    }
    expect(partners).toEqual(['Derek', 'Farina', 'Derek', 'Derek']);
  });

  it.each([{ id: 0 }, { id: -4 }, { id: 2_147_483_647 }, { name: '' }])(
    'refuses %o',
    async (more) => {
      const allocate = await allocator(kind);
      await expect(allocate({ ...alice, ...more })).rejects.toThrow(InvalidInput);
    },
  );
});
