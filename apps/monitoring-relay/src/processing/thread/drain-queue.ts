import { describeError } from '../../logging/describe-error.ts';
import { Logger } from '../../logging/logger.ts';
import type { LocalProcessing } from '../local-processing.ts';
import type { RemoteQueue } from './remote-queue.ts';

const logger = new Logger('Draining');

/**
 * What the second thread does for its part. A queue that cannot be read is left to the first one, which tries again,
 * ever later. Rejects when something went wrong over reports that this thread has: it is to end then, so that they are
 * claimed again.
 */
export async function drainQueue(
  processing: Pick<LocalProcessing, 'drain'>,
  queue: Pick<RemoteQueue, 'holdsReports'>,
): Promise<void> {
  try {
    await processing.drain();
  } catch (error) {
    if (queue.holdsReports) throw error;
    logger.warn(`The first thread goes on alone. ${describeError(error)}`);
  }
}
