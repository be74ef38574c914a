import { endpointOf } from '../../../contracts/protocols.ts';
import { type WorkloadName, workloadNames } from '../../../contracts/words.ts';
import { soapNamespaceOf } from '../../../workloads/description.ts';
import type { ProbedPlace, StepFinding } from './finding.ts';
import { askOnce, type HttpAnswer, spoken } from './http-ask.ts';
import { quoted } from './words.ts';

/** A service has one workload, which its address does not show. */
const usual: WorkloadName = 'product';
const others = workloadNames.filter((name) => name !== usual);

/** Requests the WSDL of a SOAP service: of the default workload first, otherwise of all others concurrently. */
export async function probeSoap(place: ProbedPlace): Promise<StepFinding> {
  const answer = await askWsdl(place, usual);
  if (typeof answer === 'string') return { outcome: 'failed', words: answer };
  const serves = async (workload: WorkloadName) =>
    isWsdlOf(workload, await askWsdlAgain(place, workload));
  const found = isWsdlOf(usual, answer)
    ? usual
    : others[(await Promise.all(others.map(serves))).indexOf(true)];
  if (found !== undefined) {
    const endpoint = place.basePath + endpointOf('soap', found);
    return { outcome: 'ok', words: `The WSDL at ${endpoint} is that of the ${found} service.` };
  }
  const endpoints = `${place.basePath}/soap/WORKLOAD`;
  return {
    outcome: 'doubtful',
    words: `${spoken(answer)}, but there is no WSDL of any workload at ${endpoints}. Requests may come back as errors.`,
  };
}

function askWsdl(place: ProbedPlace, name: WorkloadName): Promise<HttpAnswer | string> {
  return askOnce(place, `${place.basePath}${endpointOf('soap', name)}?wsdl`);
}

/** The same over another connection; a failed connection counts as no answer. */
async function askWsdlAgain(place: ProbedPlace, name: WorkloadName): Promise<HttpAnswer | string> {
  try {
    return await askWsdl({ ...place, socket: await place.again() }, name);
  } catch (error) {
    return quoted(String(error));
  }
}

function isWsdlOf(name: WorkloadName, answer: HttpAnswer | string): boolean {
  if (typeof answer === 'string') return false;
  return answer.status === 200 && answer.body.includes(`"${soapNamespaceOf({ name })}"`);
}
