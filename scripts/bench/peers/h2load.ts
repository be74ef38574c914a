import { smallProduct } from '../support/product.ts';
import { urlOf } from '../support/target.ts';
import { numberIn, type Peer } from './peer.ts';

const grpcHeaders = ['-H', 'content-type: application/grpc', '-H', 'te: trailers'];

/** Speaks HTTP/1.1 to REST services and HTTP/2 with prebuilt messages to gRPC ones. */
export const h2load: Peer = {
  name: 'h2load',
  program: 'h2load',
  versionArgs: ['--version'],
  args: async (target, { connections, streams, seconds, warmUp }, files) => {
    const common = [
      ...['-t', '1', '-c', String(connections), '-m', String(streams)],
      ...['-D', String(Math.ceil(seconds)), `--warm-up-time=${Math.ceil(warmUp)}`],
    ];
    if (target.protocol === 'grpc') {
      return [
        ...common,
        '-d',
        files.grpcFile,
        ...grpcHeaders,
        urlOf(target, smallProduct.grpcPath),
      ];
    }
    const json = ['--h1', '-d', files.jsonFile, '-H', 'content-type: application/json'];
    return [...common, ...json, urlOf(target, smallProduct.restPath)];
  },
  read: (output) => {
    const seconds = numberIn(output, /finished in ([\d.]+)s/);
    const perSecond = numberIn(output, /, ([\d.]+) req\/s/);
    const good = numberIn(output, /status codes: (\d+) 2xx/);
    const failed = numberIn(output, /(\d+) failed,/);
    // Excludes the warm-up, if any.
    const answered = numberIn(output, /(\d+) done,/);
    // Versions differ in whether the time includes the warm-up; their req/s never does.
    return { throughputRps: seconds > 0 && good > 0 ? perSecond : 0, failed, answered };
  },
};
