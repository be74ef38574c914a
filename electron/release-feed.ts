import { z } from 'zod';

/** The address of the release feed out of a `package.json`; empty when it names none. */
export const releaseFeedOf = z
  .object({ releaseFeed: z.string().max(300).default('') })
  .transform(({ releaseFeed }) => releaseFeed);
