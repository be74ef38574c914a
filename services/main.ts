import { obeyParent, ownProcess } from './parent.ts';
import { ServiceProcess } from './service-process.ts';

/**
 * Entry of a service's process, started by `child_process.fork` and controlled by the messages of
 * `contracts/service-messages.ts`. It ends with its parent, however that ends.
 */
const service = new ServiceProcess(ownProcess);
obeyParent({
  obey: (message) => service.obey(message),
  fail: (error) => service.fail(error),
  alone: 'This module is started by the Wirebench engine; see `wirebench services start`.',
});
