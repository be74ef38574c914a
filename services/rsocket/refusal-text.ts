import { messageOf, refusalKindOf } from '../refusal-kind.ts';

/** The text of an APPLICATION_ERROR: a word for the kind of refusal, then the reason. */
export function refusalText(error: unknown): string {
  return `${refusalKindOf(error)}: ${messageOf(error)}`;
}
