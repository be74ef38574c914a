import { fork } from 'node:child_process';

/**
 * A parent that can be killed: forks the service module named by its first argument, passes on
 * the start command, and reports the service's pid and all of its messages.
 */
const [, , entry = ''] = process.argv;
const service = fork(new URL(entry), { execArgv: [] });

function send(message: object): void {
  process.send?.(message);
}

service.on('message', (report) => send({ report }));
process.on('message', (command) => service.send(command as object));
send({ pid: service.pid });
