import type { ConformWorkload } from '../../../contracts/conform.ts';
import type { AnswerCase } from './case.ts';
import { inventoryAnswers } from './inventory.ts';
import { productAnswers } from './product.ts';
import { teamAnswers } from './team.ts';

/** Expected answers, by workload. */
export const answerCases: Readonly<Record<ConformWorkload, readonly AnswerCase[]>> = {
  product: productAnswers,
  inventory: inventoryAnswers,
  team: teamAnswers,
};
