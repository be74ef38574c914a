/** The choices of settings that have a few, each with what it means. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
}

export const workloads: readonly Choice[] = [{ value: 'product', label: 'Product' }];

export const loadModels: readonly Choice[] = [{ value: 'closed', label: 'Closed: users wait' }];

export const texts: readonly Choice[] = [
  { value: 'ascii', label: 'ASCII', help: 'nothing to escape' },
  { value: 'escaped', label: 'Escaped', help: 'one in eight must be escaped' },
  { value: 'multibyte', label: 'Multibyte', help: 'one to four bytes each' },
];

export const orders: readonly Choice[] = [
  { value: 'listed', label: 'Listed', help: 'all repetitions of a cell, then the next' },
  { value: 'interleaved', label: 'Interleaved', help: 'one of every cell, then again' },
  { value: 'random', label: 'Random', help: 'shuffled by the seed' },
];

export const verifications: readonly Choice[] = [
  { value: 'none', label: 'None', help: 'status and length only' },
  { value: 'sample', label: 'Sample', help: 'some answers are compared' },
  { value: 'all', label: 'All', help: 'every answer is compared; costs CPU' },
];
