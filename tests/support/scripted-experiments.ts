/** Experiments of every kind of load, for runs of the scripted engine. */

const head = (name: string, factors: string) => `wirebench: 1
name: ${name}
factors:
  protocol: [rest, soap, grpc]
${factors}`;

/** A ladder of users with a saturation point, twice. */
export const stepsExperiment = `${head('Ladder', '')}load:
  model: steps
  levels: [1, 2, 5, 10, 20, 50, 100, 200]
  hold: 5s
repetitions: 2
`;

/** Open load beyond the capacity of SOAP. */
export const openExperiment = `${head('Open', '  rate: [500, 5000]\n')}load:
  model: open
  duration: 5s
`;

/** Raw and library clients, with and without TLS: six series of two protocols and more. */
export const taxExperiment = `${head('Tax', '  shape: [small, typical]\n  users: [10]\n  tls: [off, on]\n  client: [raw, library]\n')}load:
  model: closed
  duration: 5s
`;

/** Four use cases of several requests, over every protocol. */
export const planExperiment = `wirebench: 1
name: Use cases
workload: delivery
factors:
  protocol: [rest, soap, grpc]
  shape: [case-1-user, case-2a, case-2b, case-3b]
load:
  model: plan
  iterations: 100
  interval: 500ms
`;
