import type { Attempt } from '../../../contracts/attempt.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { experimentError, readExperiment } from '../../../engine/experiment/read.ts';
import { describeGiven, describingSources } from '../../../engine/own-service/describe-given.ts';
import { draftExperiment } from '../../../engine/own-service/draft.ts';
import { noFiles } from '../../../engine/own-service/files.ts';
import { showRequests } from '../../../engine/own-service/try-requests.ts';
import { withService } from '../../../engine/own-service/with-service.ts';

async function shownOf(text: string) {
  const read = readExperiment(text);
  if (!read.ok) throw experimentError(read);
  return showRequests(
    await withService(read.experiment, { files: noFiles, folder: '', home: '' }),
    {},
  );
}

const answer: Attempt['answer'] = {
  status: 200,
  headers: [
    ['content-type', 'application/json'],
    ['set-cookie', '•••'],
  ],
  body: '{"id":7,"customer":"Ada"}',
  connectMs: 1.84,
  answerMs: 3.271,
  bytes: { sent: 214, received: 1630 },
};

/** The `custom` part of the scripted engine: it reads its input and writes requests; the answers are invented. */
export function scriptedOwnService(os: ContractImplementer) {
  return {
    sources: os.ownService.sources.handler(() => describingSources()),
    describe: os.ownService.describe.handler(({ input }) =>
      describeGiven(input, { folder: '', confirmedHosts: [] }),
    ),
    draft: os.ownService.draft.handler(({ input }) => ({ text: draftExperiment(input.services) })),
    show: os.ownService.show.handler(({ input }) => shownOf(input.text)),
    try: os.ownService.try.handler(async function* ({ input }) {
      for (const shown of await shownOf(input.text)) {
        const checks = [
          { check: '$.customer = "Ada"', wrong: null },
          { check: 'status 201', wrong: 'expected 201, but it is 200' },
        ];
        yield { ...shown, answer, failure: null, error: null, checks };
      }
    }),
  };
}
