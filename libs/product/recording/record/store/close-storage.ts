import type { RecordingStep } from '#product/recording/steps';

/** Writes down what the batch takes of the storage budget, once all steps that store something have run. */
export const closeStorage: RecordingStep = {
  locks: 'storage',
  run: ({ transaction, storage }) => storage.close(transaction),
};
