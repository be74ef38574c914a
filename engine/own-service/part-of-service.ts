import { stepsOf } from '../../contracts/experiment/flows.ts';
import type { OwnService } from '../../contracts/own-service.ts';

/** A service reduced to what a shape needs, so that workers do not read hundreds of unused requests. */
export function partOfService(service: OwnService, shape: string): OwnService {
  const names = new Set(shape.split(/[+/]/));
  const mixes = service.mixes.filter(({ name }) => names.has(name));
  const flows = service.flows.filter(({ name }) => names.has(name));
  for (const { parts } of mixes) for (const { request } of parts) names.add(request);
  for (const flow of flows) for (const { request } of stepsOf(flow)) names.add(request);
  const requests = service.requests.filter(({ name }) => names.has(name));
  return { ...service, requests, mixes, flows };
}
