import { serviceCertificates } from '../../services/certificates.ts';
import { checkAddress } from '../../services/check/check-address.ts';
import { interfaceFileOf } from '../../services/interface-files.ts';
import { listTargets, removeTarget, saveTarget } from '../../services/remote-targets.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `services` part of the engine's API. */
export function servicesCalls(api: ContractImplementer, { services, store, home }: RouterParts) {
  return {
    list: api.services.list.handler(() => services.list()),
    watch: api.services.watch.handler(({ signal }) => services.watch(signal)),
    start: api.services.start.handler(({ input }) => services.start(input)),
    stop: api.services.stop.handler(({ input }) => services.stop(input.protocol)),
    certificates: api.services.certificates.handler(() => serviceCertificates(home)),
    interfaceFile: api.services.interfaceFile.handler(({ input }) =>
      interfaceFileOf(input.protocol, input.workload),
    ),
    targets: {
      list: api.services.targets.list.handler(() => listTargets(store)),
      save: api.services.targets.save.handler(({ input }) =>
        saveTarget(store, input.id, input.target),
      ),
      remove: api.services.targets.remove.handler(({ input }) => removeTarget(store, input.id)),
      restore: api.services.targets.restore.handler(({ input }) => {
        store.putTarget(input);
        return {};
      }),
    },
    check: api.services.check.handler(async ({ input }) => {
      const { authorityPem } = await serviceCertificates(home);
      return checkAddress(input, { authority: authorityPem });
    }),
  };
}
