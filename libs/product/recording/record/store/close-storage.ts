import type { RecordingStep } from '#product/recording/steps';

/**
 * Writes what the batch takes from the storage budget. Its lock order puts it after all steps that
 * store something.
 */
export const closeStorage: RecordingStep = {
  locks: 'storage',
  run: ({ transaction, storage }) => storage.close(transaction),
};
