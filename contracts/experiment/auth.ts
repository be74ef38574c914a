import { z } from 'zod';
import { boundedText } from './lengths.ts';

/** How requests to a service of the user's own say who asks. */

const text = (what: string) => boundedText(1, 10_000, `expected ${what}`);

/** Client credentials of OAuth 2.0 (RFC 6749, 4.4). */
export const oauthSchema = z.strictObject(
  {
    'token-url': text('the address that gives tokens').refine(
      (url) => /^https?:\/\/[^\s/]+/.test(url) && URL.canParse(url),
      'expected the address that gives tokens, such as https://login.example/oauth/token',
    ),
    'client-id': text('the name of the client'),
    'client-secret': text('the secret of the client, from the environment'),
    scope: text('scopes with spaces between them').optional(),
    audience: text('an audience').optional(),
    /** Where the client's name and secret stand in the request for a token. */
    credentials: z.enum(['header', 'body'], { error: 'expected header or body' }).default('header'),
  },
  {
    error: 'expected token-url, client-id and client-secret',
  },
);
export type OauthSettings = z.infer<typeof oauthSchema>;

/** The ways to say who asks; one of them. */
export const authSchema = z
  .strictObject(
    {
      basic: z.strictObject({ user: text('a user'), password: text('a password') }).optional(),
      bearer: text('a token').optional(),
      'api-key': z
        .strictObject({
          header: text('the name of a header').refine(
            (name) => /^[\w-]+$/.test(name),
            'expected the name of a header',
          ),
          value: text('a key'),
        })
        .optional(),
      oauth: oauthSchema.optional(),
    },
    {
      error: 'expected basic, bearer, api-key or oauth',
    },
  )
  .refine(
    (auth) => Object.values(auth).filter((one) => one !== undefined).length === 1,
    'expected one of basic, bearer, api-key and oauth',
  );
export type AuthSettings = z.infer<typeof authSchema>;
