import type { AuthSettings } from '../../../../../contracts/experiment/auth.ts';
import { type Path, valueAt } from '../../../../../contracts/experiment/path.ts';
import type { ProtocolFacts } from '../../../../../contracts/protocols.ts';

/** A value that a kind of authentication needs. */
export interface AuthField {
  /** Below `auth`. */
  readonly path: Path;
  readonly label: string;
  readonly example: string;
  /** Whether it should come from the environment. */
  readonly secret?: boolean;
  readonly optional?: boolean;
  /** Replaces it if the file has that. */
  readonly instead?: AuthField;
}

interface AuthKind {
  readonly value: keyof AuthSettings;
  /** The only kind of call with it. */
  readonly only?: ProtocolFacts['custom'];
  readonly label: string;
  readonly fields: readonly AuthField[];
}

const oauth = (key: string, label: string, example: string, more: Partial<AuthField> = {}) => ({
  path: ['oauth', key],
  label,
  example,
  ...more,
});

/** Syntax for an environment variable in an experiment file. */
const environment = (name: string): string => `\${${name}}`;

const userAndPassword = (kind: string): readonly AuthField[] => [
  { path: [kind, 'user'], label: 'User', example: 'ada' },
  { path: [kind, 'password'], label: 'Password', example: environment('PASSWORD'), secret: true },
];

/** The kinds of authentication, and the values that each needs. */
export const authKinds: readonly AuthKind[] = [
  {
    value: 'basic',
    label: 'User and password',
    fields: userAndPassword('basic'),
  },
  {
    value: 'bearer',
    label: 'Bearer token',
    fields: [{ path: ['bearer'], label: 'Token', example: environment('TOKEN'), secret: true }],
  },
  {
    value: 'api-key',
    label: 'API key',
    fields: [
      {
        path: ['api-key', 'header'],
        label: 'Header',
        example: 'x-api-key',
        instead: { path: ['api-key', 'query'], label: 'Parameter', example: 'key' },
      },
      { path: ['api-key', 'value'], label: 'Key', example: environment('API_KEY'), secret: true },
    ],
  },
  {
    value: 'oauth',
    label: 'OAuth 2',
    fields: [
      oauth('token-url', 'Address of tokens', 'https://login.example/oauth/token'),
      oauth('client-id', 'Client', 'wirebench'),
      oauth('client-secret', 'Secret', environment('CLIENT_SECRET'), { secret: true }),
      oauth('scope', 'Scope', 'orders.read', { optional: true }),
      oauth('audience', 'Audience', 'https://orders.example', { optional: true }),
    ],
  },
  {
    value: 'ws-security',
    label: 'WS-Security',
    only: 'envelope',
    fields: userAndPassword('ws-security'),
  },
];

/** The texts of a kind that the file has or needs. */
export const authFields = ({ fields }: Pick<AuthKind, 'fields'>, auth: unknown): AuthField[] =>
  fields.map((one) =>
    one.instead && valueAt(auth, one.instead.path) !== undefined ? one.instead : one,
  );

/** Initial values of a kind: an example of each. */
export function newAuth(kind: string): Record<string, unknown> {
  const fields = authKinds.find(({ value }) => value === kind)?.fields ?? [];
  const needed = fields.filter(({ optional }) => !optional);
  const texts = needed.map(({ path, example }) => [String(path.at(-1)), example]);
  const [first] = needed;
  return { [kind]: first?.path.length === 1 ? first.example : Object.fromEntries(texts) };
}

/** Whether a secret is in the file itself. */
export const isLiteral = (text: string): boolean => text !== '' && !/\$\{[A-Za-z_]\w*\}/.test(text);
