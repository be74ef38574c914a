import { obeyParent, ownProcess } from '../parent.ts';
import { HopProcess } from './hop-process.ts';

/**
 * Entry of a process between client and service, started by `child_process.fork` and controlled by the
 * messages of `contracts/hop-messages.ts`. It ends with its parent, however that ends.
 */
const hop = new HopProcess(ownProcess);
obeyParent({ obey: (message) => hop.obey(message), fail: (error) => hop.fail(error) });
