import type { ContractImplementer } from '../../../engine/api/parts.ts';

export function scriptedSizes(os: ContractImplementer) {
  return {
    measure: os.sizes.measure.handler(() => {
      throw new Error('later');
    }),
  };
}
