import { fork } from 'node:child_process';

/**
 * A parent that can be killed: forks the service module named by its first argument, passes on
 * the start command that it gets, and reports the service's pid and everything the service says.
 */
const [, , entry = ''] = process.argv;
const service = fork(new URL(entry), { execArgv: [] });

function tell(message: object): void {
  process.send?.(message);
}

service.on('message', (report) => tell({ report }));
process.on('message', (command) => service.send(command as object));
tell({ pid: service.pid });
