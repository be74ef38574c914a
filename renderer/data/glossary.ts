/*
 * All terms in one file, because they are one list in which terms name each other: anyone who adds or changes one
 * reads its neighbours here. All but a few lines are its data.
 */

import { protocolEnvelopes, protocolLabels, protocolNames } from '../../contracts/protocols.ts';
import { inSeries } from '../../metrics/format.ts';

/** A word of the field or of Wirebench, explained where it is used. */
export interface GlossaryTerm {
  /** As in `#/help/glossary/<id>`. */
  readonly id: string;
  readonly term: string;
  /** One or two sentences: enough to continue reading. */
  readonly short: string;
  /** Further details for a careful reader. */
  readonly more?: string;
  /** Page and heading of the full description, such as `measuring/throughput`. */
  readonly page?: string;
  /** Other terms, by id. */
  readonly see?: readonly string[];
}

/** All terms, sorted by their words. */
export const glossary: readonly GlossaryTerm[] = (
  [
    {
      id: 'aa-check',
      term: 'A/A check',
      short:
        'Odd vs even repetitions of the same cells. They are identical, so every difference found is a false alarm; more of them than chance would produce mean that something changes between trials.',
      page: 'statistics/aa-check',
      see: ['repetition', 'significance'],
    },
    {
      id: 'annotation',
      term: 'Annotation',
      short: 'A note pinned to a moment in a run. It is stored with the run.',
    },
    {
      id: 'baseline',
      term: 'Baseline',
      short: 'What everything else is compared with. A ratio of 1 means equal to the baseline.',
      page: 'measuring/comparisons',
      see: ['ratio'],
    },
    {
      id: 'calibration',
      term: 'Calibration',
      short:
        'A measurement of the maximum load each driver can generate on this machine, with a service that does nothing.',
      more: 'Later runs are compared with it: throughput near the ceiling says more about the generator than about the service.',
      page: 'measuring/calibration',
      see: ['ceiling', 'verdict'],
    },
    {
      id: 'ceiling',
      term: 'Ceiling',
      short: 'The highest throughput of one driver on this machine, measured with a null service.',
      page: 'measuring/calibration',
      see: ['calibration', 'null-service'],
    },
    {
      id: 'cell',
      term: 'Cell',
      short: 'One combination of levels, such as REST, small, 50 users, TLS off, raw client.',
      see: ['factor', 'trial'],
    },
    {
      id: 'client',
      term: 'Client: raw or library',
      short:
        'Who writes the bytes. “raw” is Wirebench’s own lean driver and shows the service; “library” is what applications use and shows the library too.',
      page: 'measuring/raw-and-library-clients',
      see: ['client-tax'],
    },
    {
      id: 'client-tax',
      term: 'Client tax',
      short:
        'The extra CPU time per request that a library client uses compared with the raw client.',
      page: 'measuring/client-tax',
      see: ['client'],
    },
    {
      id: 'closed-model',
      term: 'Closed model',
      short:
        'A fixed number of users, each waiting for its answer before sending the next request. The slower the service, the fewer requests it gets.',
      page: 'measuring/what-the-closed-model-hides',
      see: ['open-model', 'coordinated-omission'],
    },
    {
      id: 'coherency',
      term: 'Coherency (κ)',
      short:
        'In the Universal Scalability Law, the cost of keeping shared data consistent between each pair of users. It makes throughput fall again.',
      page: 'measuring/the-universal-scalability-law',
      see: ['usl', 'contention'],
    },
    {
      id: 'confidence-interval',
      term: 'Confidence interval',
      short:
        'A range that contains the true value in 95 of 100 such experiments. Here it comes from the scatter between trials, never from single requests.',
      page: 'comparing',
      see: ['repetition', 'significance'],
    },
    {
      id: 'contention',
      term: 'Contention (σ)',
      short:
        'In the Universal Scalability Law, the share of the work that waits for a shared resource. It makes throughput level off.',
      page: 'measuring/the-universal-scalability-law',
      see: ['usl', 'coherency'],
    },
    {
      id: 'coordinated-omission',
      term: 'Coordinated omission',
      short:
        'While a service stalls, waiting users send nothing, so the requests that would have suffered are missing from the percentiles.',
      more: 'Open load avoids it, because latency is measured from the moment a request was due.',
      page: 'measuring/what-the-closed-model-hides',
      see: ['open-model', 'percentile'],
    },
    {
      id: 'detectable-difference',
      term: 'Detectable difference',
      short:
        'The smallest rise detectable with 80 % power, given the scatter between trials. It shows what “no detectable difference” may still hide.',
      page: 'statistics/no-detectable-difference',
      see: ['confidence-interval', 'significance'],
    },
    {
      id: 'drain',
      term: 'Drain',
      short:
        'The end of a trial: nothing new is sent, and requests in flight may finish. It counts only in the accounting.',
      page: 'measuring/a-trial-in-time',
      see: ['measurement-window', 'warm-up'],
    },
    {
      id: 'driver',
      term: 'Driver',
      short: 'The part of a load worker that speaks one protocol with one client.',
      see: ['client', 'worker'],
    },
    {
      id: 'dropped',
      term: 'Dropped arrivals',
      short:
        'Requests of open load that were due but not sent, because the limit of unanswered requests was reached. They are always counted.',
      page: 'measuring/open-load',
      see: ['open-model'],
    },
    {
      id: 'envelope',
      term: 'Envelope',
      short: `What a protocol puts around a message: ${inSeries(protocolEnvelopes)}.`,
      see: ['framing', 'payload'],
    },
    {
      id: 'error-kind',
      term: 'Error kinds',
      short:
        'Why a request failed: connect, tls, timeout, reset, protocol, status, fault, mismatch or pool. Each is shown with its code and its first message.',
      page: 'measuring/errors',
    },
    {
      id: 'event-loop-utilisation',
      term: 'Event-loop utilisation',
      short:
        'The share of time in which a Node thread was busy. Near 1 it is saturated, and new work has to wait.',
      page: 'measuring/health-of-client-and-service',
      see: ['verdict'],
    },
    {
      id: 'experiment',
      term: 'Experiment',
      short: 'The saved file: workload, target, factors, load and rules. A run executes it.',
      page: 'experiment-file',
      see: ['factor', 'run'],
    },
    {
      id: 'factor',
      term: 'Factor and level',
      short:
        'A factor is something that is varied, such as the protocol; a level is one of its values. Each combination of levels is a cell.',
      see: ['cell'],
    },
    {
      id: 'framing',
      term: 'Framing',
      short:
        'Bytes that structure a stream: headers of frames, as HTTP/2 has them, and chunk sizes of HTTP/1.1.',
      see: ['envelope'],
    },
    {
      id: 'heat-map',
      term: 'Latency heat map',
      short:
        'Time runs to the right, latency upwards; the stronger the colour of a field, the more requests. It shows what percentiles hide: two groups, drift, single stalls.',
      see: ['percentile'],
    },
    {
      id: 'interaction',
      term: 'Interaction',
      short:
        'What two levels do together beyond what each does on average: TLS that costs one protocol more than another, say. With one repetition it cannot be told from noise.',
      page: 'statistics/which-of-two-factors-decides',
      see: ['variance-share', 'factor'],
    },
    {
      id: 'interval',
      term: 'Interval',
      short: 'One second of a trial: the unit in which figures are stored.',
    },
    {
      id: 'knee',
      term: 'Knee',
      short:
        'Where the curve of throughput over load bends most, found with the Kneedle method. It is not the same as saturation.',
      page: 'measuring/saturation',
      see: ['saturation'],
    },
    {
      id: 'iteration',
      term: 'Iteration',
      short:
        'One pass through a use case, from connecting to the last answer. The plan model counts iterations where other models count requests.',
      page: 'plans',
      see: ['use-case', 'latency'],
    },
    {
      id: 'lag',
      term: 'Lag',
      short:
        'How late the generator sent a request of open load: actual minus intended time. It is part of the latency and shows when the generator could not keep up.',
      page: 'measuring/open-load',
      see: ['open-model', 'verdict'],
    },
    {
      id: 'latency',
      term: 'Latency',
      short:
        'From just before a request is handed to the socket to the last byte of its verified answer; in open load, from the moment it was due.',
      page: 'measuring/latency-and-service-time',
      see: ['service-time', 'percentile'],
    },
    {
      id: 'load-model',
      term: 'Load model',
      short:
        'How requests are issued: closed, open, ramp, steps, stages, search or plan. It determines what the figures mean.',
      page: 'experiment-file',
      see: ['closed-model', 'open-model'],
    },
    {
      id: 'null-service',
      term: 'Null service',
      short:
        'A service that answers with prepared bytes and does nothing else, so that the generator is the limit.',
      page: 'measuring/calibration',
      see: ['calibration'],
    },
    {
      id: 'open-model',
      term: 'Open model',
      short:
        'Requests arrive at a rate that does not depend on the answers, as from independent clients.',
      page: 'measuring/open-load',
      see: ['closed-model', 'coordinated-omission'],
    },
    {
      id: 'p50',
      term: 'p50, median',
      short: 'Half of the requests took at most this long.',
      see: ['percentile'],
    },
    {
      id: 'p95',
      term: 'p95',
      short: '95 of 100 requests took at most this long.',
      see: ['percentile'],
    },
    {
      id: 'p99',
      term: 'p99',
      short:
        '99 of 100 requests took at most this long. A client that makes a hundred requests exceeds it about once.',
      see: ['percentile'],
    },
    {
      id: 'payload',
      term: 'Payload',
      short:
        'A message in its own encoding: its JSON, its Protobuf, or the XML elements of its fields. Its values are what is left without keys, tags and lengths.',
      see: ['envelope', 'shape'],
    },
    {
      id: 'percentile',
      term: 'Percentile',
      short:
        'The smallest latency that at least the given share of requests did not exceed. Percentiles of trials cannot be averaged; histograms can be added.',
      page: 'measuring/percentiles',
      see: ['p50', 'p99', 'latency'],
    },
    {
      id: 'protocol',
      term: 'Protocol',
      short: `The API protocol: ${protocolLabels(protocolNames)}.`,
    },
    {
      id: 'ramp',
      term: 'Ramp',
      short:
        'Load that rises steadily until the service saturates or the highest level is reached.',
      page: 'measuring/rounds',
      see: ['steps', 'saturation'],
    },
    {
      id: 'ratio',
      term: 'Ratio, three ways',
      short:
        '30 vs 20 is 1.5 times, 150 % of, or 50 % more. Reports mix these up, so Wirebench always says which one it means.',
      page: 'measuring/comparisons',
      see: ['baseline'],
    },
    {
      id: 'repetition',
      term: 'Repetition',
      short:
        'The same cell measured again in its own trial. Only repetitions can tell a difference from chance.',
      see: ['trial', 'confidence-interval'],
    },
    {
      id: 'round',
      term: 'Round',
      short: 'A stretch of a trial at one level of load, in a ramp, steps, stages or a search.',
      page: 'measuring/rounds',
    },
    {
      id: 'run',
      term: 'Run',
      short: 'One execution of an experiment, with the machine it ran on.',
      see: ['experiment', 'trial'],
    },
    {
      id: 'saturation',
      term: 'Saturation',
      short:
        'The load beyond which throughput no longer rises while latency keeps climbing, or at which requests begin to fail.',
      page: 'measuring/saturation',
      see: ['knee', 'usl'],
    },
    {
      id: 'search',
      term: 'Search',
      short:
        'Load that searches for a level: by doubling until throughput flattens, or by bisection for the highest level that meets an objective.',
      page: 'measuring/rounds',
    },
    {
      id: 'seed',
      term: 'Seed',
      short: 'The number that random choices start from, so that a run can be repeated exactly.',
    },
    {
      id: 'service-time',
      term: 'Service time',
      short:
        'From the actual sending of a request to its answer, without the wait before it. It differs from latency in open load and on shared connections.',
      page: 'measuring/latency-and-service-time',
      see: ['latency'],
    },
    {
      id: 'shape',
      term: 'Shape',
      short:
        'A named payload for an operation: small (16 characters), typical (361), large and stress (2,000,000), or your own.',
      page: 'experiment-file',
      see: ['payload'],
    },
    {
      id: 'significance',
      term: 'Significance',
      short:
        'Whether a difference is larger than scatter between trials alone would explain, here at the 5 % level, corrected for the number of comparisons.',
      more: '“No detectable difference” is a result too: the interval shows how large an undetected difference could be.',
      page: 'comparing',
      see: ['confidence-interval'],
    },
    {
      id: 'stack',
      term: 'Stack',
      short:
        'The language and libraries that a service is made of: Node unless the experiment says otherwise.',
      page: 'stacks',
      see: ['protocol'],
    },
    {
      id: 'steps',
      term: 'Steps',
      short: 'A ladder of levels, each held and measured as a steady state.',
      page: 'measuring/rounds',
      see: ['ramp'],
    },
    {
      id: 'target',
      term: 'Target',
      short:
        'What answers: the bundled services, started fresh for each trial, or services at addresses of your own.',
      page: 'services',
    },
    {
      id: 'think-time',
      term: 'Think time',
      short:
        'The pause of a user between an answer and its next request. It is excluded from every figure.',
    },
    {
      id: 'threshold',
      term: 'Threshold',
      short: 'A rule that the figures of a trial must meet, such as “p99 < 50ms”.',
      page: 'experiment-file/thresholds',
    },
    {
      id: 'throughput',
      term: 'Throughput',
      short:
        'Successful requests that finished inside the measurement window, divided by its length.',
      page: 'measuring/throughput',
      see: ['measurement-window'],
    },
    {
      id: 'tls',
      term: 'TLS',
      short:
        'Encryption of the connection: off, on, a specific version, or mtls, where the client presents a certificate too.',
      page: 'experiment-file',
      see: ['tls-record'],
    },
    {
      id: 'tls-record',
      term: 'TLS record',
      short:
        'The unit in which TLS sends bytes; each adds a 5-byte header and its authentication tag.',
      page: 'wire',
    },
    {
      id: 'trial',
      term: 'Trial',
      short: 'One execution of one cell inside a run. It is the unit of replication.',
      see: ['cell', 'repetition'],
    },
    {
      id: 'usl',
      term: 'Universal Scalability Law',
      short:
        'A law of how throughput depends on users: each adds work, waits for shared resources (contention) and adds the cost of consistency (coherency).',
      page: 'measuring/the-universal-scalability-law',
      see: ['contention', 'coherency', 'saturation'],
    },
    {
      id: 'use-case',
      term: 'Use case',
      short:
        'What a client does to get what it needs: requests in stages, where later ones may depend on earlier answers.',
      page: 'plans',
      see: ['iteration', 'load-model'],
    },
    {
      id: 'users',
      term: 'Users',
      short:
        'How many clients send at once: each sends one request after another and waits for each answer.',
      see: ['closed-model'],
    },
    {
      id: 'variance-share',
      term: 'Share of variance (ω²)',
      short:
        'How much of the scatter between cells one factor makes up, beyond what noise alone would. It speaks of the levels that were compared.',
      page: 'statistics/which-of-two-factors-decides',
      see: ['interaction', 'factor'],
    },
    {
      id: 'verdict',
      term: 'Verdict',
      short:
        'Whether the figures of a trial can be trusted: Trusted, Suspect, or Client-bound when the generator, not the service, was the limit.',
      page: 'measuring/can-the-numbers-be-trusted',
      see: ['calibration', 'event-loop-utilisation'],
    },
    {
      id: 'warm-up',
      term: 'Warm-up',
      short:
        'The first part of a trial, excluded from every figure: a time, or until throughput (open load: latency) is steady.',
      page: 'measuring/warm-up-until-steady',
      see: ['measurement-window'],
    },
    {
      id: 'measurement-window',
      term: 'Measurement window',
      short: 'The part of a trial that its figures cover, after the warm-up.',
      page: 'measuring/a-trial-in-time',
      see: ['warm-up', 'drain'],
    },
    {
      id: 'worker',
      term: 'Worker',
      short: 'A thread that generates load. Users are divided evenly among the workers.',
      see: ['driver'],
    },
    {
      id: 'arrivals',
      term: 'Arrivals',
      short:
        'When the requests of open load are due: evenly spaced, or as a Poisson process, as from many independent clients.',
      page: 'measuring/open-load',
      see: ['open-model', 'rate'],
    },
    {
      id: 'connections',
      term: 'Connections',
      short:
        'One for each user, one for each request, or a few that are shared. Each new connection costs a handshake, which is expensive with TLS.',
      page: 'measuring/latency-and-service-time',
      see: ['tls'],
    },
    {
      id: 'in-flight',
      term: 'In flight',
      short: 'Sent and not yet answered. Open load limits how many requests can be.',
      page: 'measuring/open-load',
      see: ['dropped'],
    },
    {
      id: 'pinning',
      term: 'Pinning',
      short:
        'Binding load workers and services to separate cores, so that they do not compete (Linux).',
      page: 'experiment-file',
    },
    {
      id: 'ramp-up',
      term: 'Ramp-up',
      short: 'How many users start per second at the beginning of a trial; 0 starts all at once.',
      page: 'measuring/ramp-up',
      see: ['warm-up'],
    },
    {
      id: 'rate',
      term: 'Rate',
      short: 'Requests that are due per second in open load, regardless of the answers.',
      page: 'measuring/open-load',
      see: ['arrivals', 'open-model'],
    },
    {
      id: 'tls-resumption',
      term: 'TLS resumption',
      short:
        'Resuming the session of an earlier connection, which saves most of the handshake. Off unless the experiment turns it on.',
      page: 'experiment-file',
      see: ['tls'],
    },
    {
      id: 'verification',
      term: 'Verification',
      short:
        'Every answer is checked for success and size; all, some or none are also decoded and compared with the expected answer.',
      page: 'measuring/verification',
    },
    {
      id: 'workload',
      term: 'Workload',
      short: 'A small service domain with its operations and message types.',
      page: 'services',
    },
  ] satisfies GlossaryTerm[]
).sort((a, b) => a.term.localeCompare(b.term, 'en'));

const byId = new Map(glossary.map((term) => [term.id, term]));

/** @returns the term, or null if there is none with that id. */
export function glossaryTerm(id: string): GlossaryTerm | null {
  return byId.get(id) ?? null;
}

/** Terms whose words or explanation contain all words of `search`, those that match by name first. */
export function searchGlossary(search: string): readonly GlossaryTerm[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = glossary.filter(({ term, short, more = '' }) => has(`${term} ${short} ${more}`));
  return [...found.filter(({ term }) => has(term)), ...found.filter(({ term }) => !has(term))];
}
