import { foreignClients, prepareClient } from './support/foreign-clients.ts';

/** Installs the clients with which `tests/stacks` tests the services into `.cache/`: `node scripts/install-clients.ts`. */
for (const name of foreignClients) {
  const missing = prepareClient(name);
  if (missing !== null) console.log(`Not tested with ${name}: ${missing}.`);
}
