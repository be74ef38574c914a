import { type Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../contracts/errors.ts';
import {
  formatNatsAddresses,
  type NatsAddress,
  parseNatsAddresses,
} from '../machines/nats-address.ts';

/** How a NATS server that runs already is spoken to, as both its sides are told. */
export interface NatsOptions {
  readonly natsCredentials?: string;
  readonly natsCa?: string;
  readonly natsFingerprint?: string;
}

export function natsCredentialsOption(): Option {
  return new Option(
    '--nats-credentials <file>',
    'credentials for a NATS server that runs already; their text may stand in WIREBENCH_NATS_LOGIN instead',
  ).env('WIREBENCH_NATS_CREDENTIALS');
}

/** Options of commands that speak to a NATS server that runs already. Nothing secret stands on a command line. */
export function addNatsOptions(command: Command): Command {
  return command
    .addOption(natsCredentialsOption())
    .addOption(
      new Option(
        '--nats-ca <file>',
        'certificate of the authority that signed that of the server',
      ).env('WIREBENCH_NATS_CA'),
    )
    .addOption(
      new Option('--nats-fingerprint <sha256>', 'SHA-256 of the certificate of the server').env(
        'WIREBENCH_NATS_FINGERPRINT',
      ),
    );
}

/** Reads addresses of NATS servers; one may be no more than `HOST:PORT`. */
export function natsAddressesOption(text: string): NatsAddress[] {
  try {
    return parseNatsAddresses(text, 'address');
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}

/** As `--join` has it: no more than `HOST:PORT` for the one address of a controller’s own server. */
export function joinText(addresses: readonly NatsAddress[]): string {
  const text = formatNatsAddresses(addresses);
  return text.includes(',') ? text : text.replace(/^nats:\/\//, '');
}
