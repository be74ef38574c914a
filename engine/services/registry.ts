import type { Protocol } from '../../contracts/words.ts';
import type { ProbedPlace, StepFinding } from './check/finding.ts';
import { probeGraphql } from './check/graphql-probe.ts';
import { probeGrpc } from './check/grpc-probe.ts';
import { probeRestHttp2 } from './check/http2-probe.ts';
import { probeRest } from './check/rest-probe.ts';
import { probeRSocket } from './check/rsocket-probe.ts';
import { probeSoap } from './check/soap-probe.ts';
import type { CalledService, ExampleTexts } from './examples/called.ts';
import { graphqlExamples } from './examples/graphql.ts';
import { grpcExamples } from './examples/grpc.ts';
import { restExamples, restHttp2Examples, restProtobufExamples } from './examples/resources.ts';
import { rsocketExamples } from './examples/rsocket.ts';
import { soapExamples } from './examples/soap.ts';

/** Functions for manually started services, by protocol. */
export interface Handling {
  /** Makes one request of the protocol. */
  readonly probe: (place: ProbedPlace) => Promise<StepFinding>;
  /** Calls for a POSIX shell. */
  readonly examples: (service: CalledService) => ExampleTexts;
}

export const handling: Readonly<Record<Protocol, Handling>> = {
  rest: { probe: probeRest, examples: restExamples },
  'rest-h2': { probe: probeRestHttp2, examples: restHttp2Examples },
  'rest-protobuf': { probe: probeRest, examples: restProtobufExamples },
  soap: { probe: probeSoap, examples: soapExamples },
  grpc: { probe: probeGrpc, examples: grpcExamples },
  graphql: { probe: probeGraphql, examples: graphqlExamples },
  rsocket: { probe: probeRSocket, examples: rsocketExamples },
};
