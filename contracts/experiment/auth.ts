import { z } from 'zod';
import { parsedUrl } from './addresses.ts';
import { boundedText } from './lengths.ts';
import { setting } from './setting.ts';

/** Authentication of requests to an own service. */

const text = (what: string) => boundedText(1, 10_000, `expected ${what}`);

/** An optional key. */
const said = <T extends z.ZodType>(schema: T, label: string, doc: string, values = 'text') =>
  setting(schema, { label, doc, fallback: null, values, byDefault: 'none' });
/** A key that is required together with others. */
const needed = <T extends z.ZodType>(schema: T, label: string, doc: string) =>
  setting(schema, { label, doc, values: 'text' });

/** Client credentials of OAuth 2.0 (RFC 6749, 4.4). */
export const oauthSchema = z.strictObject(
  {
    'token-url': needed(
      text('the address that gives tokens').refine(
        (url) => /^https?:\/\/[^\s/]+/.test(url) && parsedUrl(url) !== null,
        'expected the address that gives tokens, such as https://login.example/oauth/token',
      ),
      'Address of tokens',
      'Where tokens are asked for.',
    ),
    'client-id': needed(text('the name of the client'), 'Client', 'The name of the client.'),
    'client-secret': needed(
      text('the secret of the client, from the environment'),
      'Secret of the client',
      'The secret of the client, from the environment.',
    ),
    scope: said(
      text('scopes with spaces between them').optional(),
      'Scope',
      'The scopes that are asked for, with spaces between them.',
    ),
    audience: said(
      text('an audience').optional(),
      'Audience',
      'Passed on, where a server needs it.',
    ),
    credentials: setting(
      z.enum(['header', 'body'], { error: 'expected header or body' }).default('header'),
      {
        label: 'Place of the client’s secret',
        doc: 'Where name and secret of the client stand in the request for a token.',
        choices: { header: { label: 'Header' }, body: { label: 'Body' } },
      },
    ),
  },
  { error: 'expected token-url, client-id and client-secret' },
);
export type OauthSettings = z.infer<typeof oauthSchema>;

/** A UsernameToken (OASIS UsernameToken Profile 1.1). */
const securitySchema = z.strictObject({
  user: needed(text('a user'), 'User', 'The name of the user.'),
  password: needed(text('a password'), 'Password', 'The password, from the environment.'),
  type: setting(z.enum(['text', 'digest'], { error: 'expected text or digest' }).default('text'), {
    label: 'Type of the password',
    doc: 'Whether the password is sent as it is, or a digest of it with a nonce and the time.',
    choices: { text: { label: 'Text' }, digest: { label: 'Digest' } },
  }),
});

/** The authentication methods; exactly one is used. */
export const authSchema = z
  .strictObject(
    {
      basic: said(
        z
          .strictObject({
            user: needed(text('a user'), 'User', 'The name of the user.'),
            password: needed(text('a password'), 'Password', 'The password, from the environment.'),
          })
          .optional(),
        'Basic',
        'User and password in the header authorization.',
        'mapping',
      ),
      bearer: said(text('a token').optional(), 'Bearer', 'A token in the header authorization.'),
      'api-key': said(
        z
          .strictObject({
            header: said(
              text('the name of a header')
                .refine((name) => /^[\w-]+$/.test(name), 'expected the name of a header')
                .optional(),
              'Header of the key',
              'The header that holds the key.',
            ),
            query: said(
              text('the name of a parameter').optional(),
              'Parameter of the key',
              'The parameter of the address that holds the key, in place of a header.',
            ),
            value: needed(text('a key'), 'Key', 'The key, from the environment.'),
          })
          .refine(
            ({ header, query }) => (header === undefined) !== (query === undefined),
            'expected either header or query',
          )
          .optional(),
        'API key',
        'A key in a header or a parameter of its own.',
        'mapping',
      ),
      oauth: said(
        oauthSchema.optional(),
        'OAuth 2',
        'A token by client credentials, which is renewed in time.',
        'mapping',
      ),
      'ws-security': said(
        securitySchema.optional(),
        'WS-Security',
        'User and password in the header of an envelope, for SOAP alone.',
        'mapping',
      ),
    },
    { error: 'expected basic, bearer, api-key, oauth or ws-security' },
  )
  .refine(
    (auth) => Object.values(auth).filter((one) => one !== undefined).length === 1,
    'expected one of basic, bearer, api-key, oauth and ws-security',
  );
export type AuthSettings = z.infer<typeof authSchema>;
