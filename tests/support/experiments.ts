/** Experiment texts for tests: real load, but little of it. */

interface SmallExperiment {
  readonly name?: string;
  readonly protocols?: string;
  readonly users?: string;
  /** Of each trial; without it trials are bounded by requests, of which even a slow machine makes all. */
  readonly duration?: string;
  /** Of each user between requests: what lasts only to be watched leaves the machine to others. */
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
