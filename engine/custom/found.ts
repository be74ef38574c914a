export type { FoundOperation, FoundService } from '../../contracts/found.ts';
