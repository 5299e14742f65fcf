import { Logger } from '@nestjs/common';
import { findCurrentRequest } from '#telemetry';
import type { Renderer } from './create-renderer.ts';
import { describeError, toDigest } from './rendering/index.ts';

/**
 * Reports an uncaught error and ends the process, because the state of the process is unknown
 * afterwards. A rejected promise of a request ends nothing: a loader began it and failed, or waits
 * for something else, before anybody waits for the promise.
 */
export function stopOnFault({ monitoring }: Pick<Renderer, 'monitoring'>): void {
  const logger = new Logger('Fault');
  const end = (error: unknown): void => {
    const digest = toDigest(error);
    logger.fatal(`Uncaught, digest ${digest}: ${describeError(error)}`);
    monitoring.report(error, { digest });
    void monitoring.close().finally(() => process.exit(1));
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', (error) => {
    const request = findCurrentRequest();
    if (!request) return end(error);
    const digest = toDigest(error);
    logger.error(`A promise failed early, digest ${digest}: ${describeError(error)}`);
    monitoring.report(error, { digest, requestId: request.requestId });
  });
}
