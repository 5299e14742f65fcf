export { erasing } from './store/index.ts';
export { ErasureStore } from './store/erasure.store.ts';
export type {
  Erasure,
  ErasureCounts,
  ErasureScope,
  FoundPiece,
  OpenPerson,
} from './store/erasure.types.ts';
