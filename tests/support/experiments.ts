/** Experiment texts for tests: real load, but little of it. */

interface SmallExperiment {
  readonly name?: string;
  readonly protocols?: string;
  readonly users?: string;
  /** Of each trial; without it trials are bounded by requests, all of which even a slow machine makes. */
  readonly duration?: string;
  /** Of each user between requests: leaves the machine to others while a run only has to be watched. */
  readonly thinkTime?: string;
  /** Further lines at the top level. */
  readonly more?: string;
}

/** An experiment of short trials against the bundled services. */
export function smallExperiment(part: SmallExperiment = {}): string {
  const { name = 'Small', protocols = 'rest, soap, grpc', users = '2', duration } = part;
  const thinking = part.thinkTime === undefined ? '' : `\n  thinkTime: ${part.thinkTime}`;
  return `wirebench: 1
name: ${name}
factors:
  protocol: [${protocols}]
  users: [${users}]
load:
  model: closed
  warmUp: 100ms
  ${duration === undefined ? 'requests: 400' : `duration: ${duration}`}${thinking}
workers: 1
${part.more ?? ''}`;
}
