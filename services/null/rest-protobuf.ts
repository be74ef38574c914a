import { protobufMediaType } from '../../workloads/interfaces/problem.ts';
import { productWorkload } from '../../workloads/product/product.ts';
import { protobufCodecs } from '../protobuf/codecs.ts';
import type { RunningService } from '../service.ts';
import { startNullHttp } from './http.ts';
import { type Content, smallEcho } from './http-answers.ts';
import type { NullServiceOptions } from './listener.ts';

/** Starts a null service of HTTP/1.1 whose answer is in Protobuf; see `startNullRest`. */
export function startNullRestProtobuf(options: NullServiceOptions): Promise<RunningService> {
  return startNullHttp(options, protobufContent());
}

function protobufContent(): Content {
  const { operation, product } = smallEcho();
  const { encode } = protobufCodecs(productWorkload.description)(operation.response);
  return { type: protobufMediaType, body: Buffer.from(encode({ ...product })) };
}
