import { maxShapeLength } from '../workloads/product-shapes.ts';
import type { LoadModel } from './load.ts';

/** What each key of the experiment file means, by path, for editors to show. */
export const descriptions: Record<string, string> = {
  wirebench: 'Version of the file format.',
  name: 'What the run is called in the history.',
  description: 'What the experiment is for.',
  study: 'The published tables that a run of this experiment is laid beside.',
  'study.name': 'The study.',
  'study.tables': 'Ids of its tables.',
  workload: 'The service domain: its operations and messages.',
  target:
    'Who answers: "bundled" services that Wirebench starts, or addresses of services elsewhere.',
  'target.rest': 'Address of the REST service.',
  'target.soap': 'Address of the SOAP service.',
  'target.rest-h2': 'Address of the REST service that speaks HTTP/2.',
  'target.rest-protobuf': 'Address of the REST service with Protobuf bodies.',
  'target.grpc': 'Host and port of the gRPC service.',
  'target.graphql': 'Address of the GraphQL service.',
  'target.rsocket': 'Host and port of the RSocket service.',
  data: 'Settings of the workload’s data: how much there is, and how large.',
  factors: 'Each list is a factor; every combination of their values is a cell.',
  'factors.protocol': 'What is on the wire.',
  'factors.shape': `The payload: a named shape, or OPERATION:LENGTH with at most ${maxShapeLength} characters.`,
  'factors.users':
    'Of closed load: users, each with one request in flight at most; 10 if left out.',
  'factors.rate': 'Of open load: requests per second.',
  'factors.tls': 'Transport security.',
  'factors.client': 'Who writes the bytes: raw is the lean driver, library what applications use.',
  'factors.gateway':
    'Whether an API gateway, a process of its own, stands between client and service.',
  'factors.database': 'Where the service keeps its data: nowhere, in SQLite, or in PostgreSQL.',
  'factors.network':
    'A network emulated between client and service: none, or ROUNDTRIP[~JITTER][@BANDWIDTH] such as 30ms~5ms@100Mbit.',
  'factors.fields': 'Whether messages carry all fields or the few that a client needs.',
  'factors.dates': 'Whether timestamps have a time of day.',
  text: 'What characters the payload is made of.',
  load: 'How requests are issued, and for how long.',
  'load.rampUp': 'Users started per second; 0 starts all at once.',
  'load.warmUp': 'From the start of the load; excluded from every figure.',
  'load.duration': 'Length of the measured window; a number without a unit is in seconds.',
  'load.requests': 'Completed requests to measure, over all workers, instead of a duration.',
  'load.thinkTime': 'Pause of a user between an answer and its next request; none if left out.',
  'load.arrivals':
    'Of a load of rate. constant: evenly spaced; poisson: gaps drawn by the seed, as independent clients make them.',
  'load.maxInFlight':
    'Of a load of rate: requests without an answer at once, 1000 if left out; an arrival beyond is counted as dropped, not sent.',
  'load.of': 'What the levels count: users of closed load, or requests per second of open load.',
  'load(ramp).from': 'The level to begin with.',
  'load(stages).from': 'The level to begin with.',
  'load(search).from': 'The level of the first round.',
  'load(ramp).to': 'The level to end at.',
  'load(search).to': 'No round goes beyond this level.',
  'load.perSecond': 'How much the level rises in each second.',
  'load.stopAt':
    'saturation: ends where throughput no longer rises or requests begin to fail; end: goes through to the last level.',
  'load.levels': 'The levels, rising; each is a round with connections of its own.',
  'load.hold': 'Measured time of each level.',
  'load.settle': 'Before each round; excluded from every figure.',
  'load.stages': 'One after the other, each moving the level in a straight line to its own.',
  'load.stages.items.for': 'Length of the stage.',
  'load.stages.items.to': 'Level at the end of the stage.',
  'load.method':
    'doubling: twice the level each round while throughput rises; bisection: the highest level that keeps the objective.',
  'load.round': 'Measured time of each round.',
  'load.flatten': 'Of doubling: it goes on while throughput gains this share or more.',
  'load.final': 'Measured time of the last round, at the level found; 0 leaves it out.',
  'load.objective': 'Of bisection: what a level must keep.',
  'load.iterations': 'Iterations to measure.',
  'load.interval': 'With schedule stagger, from the end of an iteration to the start of the next.',
  'load.schedule': 'stagger: one iteration after the other; load: all at once.',
  'load.form':
    'staged: a stage’s requests together, stages one after the other; sequential: one request after the other; parallel: stages that need no earlier answers together.',
  'load.setUp':
    'inside: making connections belongs to the time of an iteration; outside: they are made before it.',
  'load.warmUpIterations': 'Before those that are measured; excluded from every figure.',
  'load.precision': 'Of bisection: it ends when its bounds are this close.',
  database: 'The database behind a bundled service, where factors.database lists one.',
  'database.url': 'Address of the PostgreSQL database.',
  'database.pool': 'Connections that the service holds at most.',
  'database.wait':
    'How long a request may wait for a free connection; after it, it fails as an error of kind pool.',
  formats:
    'separate: a REST service speaks JSON or Protobuf; negotiated: it offers both and goes by what the request says.',
  equivalence:
    'check: before the first trial every protocol must give the same answers; skip leaves that out.',
  energy: 'How the energy of trials is found: by counters of the processor, or as an estimate.',
  'energy.source':
    'auto: the counters where they can be read, else no figures; rapl: the counters, or the run does not start; estimate: CPU time × wattsPerCore, labelled an estimate; none: no figures.',
  'energy.wattsPerCore': 'What one busy core is taken to draw, in watts; for an estimate only.',
  'energy.interval': 'Time between two readings of the counters.',
  'energy.baseline':
    'How long the machine is left idle before the first trial, to measure what it draws then; 0 leaves it out.',
  connections:
    'One connection for each user, for each request, for each iteration of a plan (its default), or a number that all share.',
  'connections.shared': 'How many connections all users share.',
  repetitions: 'How often each cell is executed.',
  order:
    'listed: all repetitions of a cell, then the next cell; interleaved: each cell once, then again; random: shuffled by the seed.',
  seed: 'Decides the payloads, Poisson arrivals and the random order.',
  timeout: 'A request without an answer after this time counts as failed.',
  verify: 'How many answers are compared with what they must be.',
  workers: 'Threads that make the load; auto is one per core less one, at least one.',
  resumption:
    'Whether a connection may resume an earlier TLS session, which saves most of the handshake.',
  pinning:
    'Cores for load workers and bundled services, on Linux: none, auto (cores of their own for both), or the cores by number.',
  'pinning.workers': 'Cores for the workers, one after the other, counted from 0.',
  'pinning.services': 'Cores for the bundled services.',
  thresholds: 'Rules that each trial must meet; one that fails makes the command exit with 3.',
};

/** What each load model is. */
export const modelDescriptions: Record<LoadModel, string> = {
  closed: 'Each user sends its next request when the answer to the last one is in.',
  open: 'Requests are due at a rate, whether or not the earlier ones have been answered.',
  ramp: 'The level rises steadily, to find where the service is saturated.',
  steps: 'A ladder: each level is held and measured as a steady state of its own.',
  stages: 'A profile of stages: load, stress, spike or endurance.',
  search: 'Looks for a level by rounds: the best throughput, or the most that keeps an objective.',
  plan: 'Use cases, each done over and over: factors.shape lists them, or stages such as user+centre/trips.',
};
