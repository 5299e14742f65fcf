import type { RecordingStep } from '#product/recording/steps';

/**
 * Writes how many bytes the batch adds to the use of the storage budget. The step's lock order puts
 * it after all steps that store something.
 */
export const closeStorage: RecordingStep = {
  locks: 'storage',
  run: ({ transaction, storage }) => storage.close(transaction),
};
