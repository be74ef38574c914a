import type { NatsUser } from './nats-server.ts';

/** Every subject of `contracts/machines.ts`, and who may use it. */
export const subjects = {
  join: 'wb.join',
  controller: 'wb.controller',
  claim: 'wb.claim',
  do: (id: string) => `wb.agent.${id}.do`,
  beat: (id: string) => `wb.agent.${id}.beat`,
  get: (id: string) => `wb.agent.${id}.get`,
  report: (id: string, lease: string) => `wb.report.${id}.${lease}`,
} as const;

/** Subjects for replies: each role has its own, so that none receives those of others. */
export const inboxes = {
  join: '_JOIN',
  controller: '_CONTROLLER',
  agent: (id: string) => `_AGENT.${id}`,
} as const;

/** The stream that stores reports. */
export const reportStream = 'WIREBENCH_REPORTS';

export function controllerUser(key: string): NatsUser {
  return { key, publish: ['>'], subscribe: ['>'], answers: true };
}

/** May ask to join, and nothing else. */
export function joiningUser(key: string): NatsUser {
  return { key, publish: [subjects.join], subscribe: [`${inboxes.join}.>`], answers: false };
}

/** May use its own subjects and hear the controller. */
export function agentUser(id: string): NatsUser {
  return {
    key: id,
    publish: [subjects.beat(id), subjects.get(id), subjects.report(id, '*')],
    subscribe: [subjects.do(id), subjects.controller, `${inboxes.agent(id)}.>`],
    answers: true,
  };
}

/** The machine that a subject names. */
export function machineIn(subject: string): string {
  return subject.split('.')[2] ?? '';
}
