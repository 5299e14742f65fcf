export { erasing, ErasureStore } from './store/erasure.store.ts';
export type {
  Erasure,
  ErasureCounts,
  ErasureScope,
  FoundPiece,
  CreatePersonEraser,
} from './store/erasure.types.ts';
