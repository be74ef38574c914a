import { obeyParent, ownProcess } from '../parent.ts';
import { ServerProcess } from './server-process.ts';

/**
 * Entry of the process that supervises the user's own server, or the program of a stack, started by
 * `child_process.fork` and controlled by the messages of `contracts/server-messages.ts`. However its parent
 * ends, it ends the server.
 */
const server = new ServerProcess(ownProcess);
process.on('exit', () => server.kill());
obeyParent({
  obey: (message) => server.obey(message),
  fail: (error) => server.fail(error),
  gone: () => void server.stop(),
});
