import { captureException, getCurrentScope, init } from '@sentry/react';
import { maskTokens, monitoringOptions } from '#shared';
import type { ErrorEvent } from '@sentry/react';
import type { Boot } from './boot.ts';
import { fitEvent } from './fit-event.ts';
import type { EarlyErrors } from '../../../../browser/early-errors.ts';
import { findTrace } from '../../../../browser/trace.ts';

/** Errata's own monitoring: starts the SDK with the numbers of the contract and hands it what was thrown before. */
export function start(boot: unknown, errors: EarlyErrors): void {
  const { monitoring } = boot as Boot;
  if (!monitoring) {
    errors.release();
    return;
  }
  // A service of another's, which is contacted directly, has bounds of its own.
  const fit = monitoring.tunnel === undefined ? (event: ErrorEvent) => event : fitEvent;
  init({
    ...monitoringOptions,
    ...monitoring,
    // `sendDefaultPii` of SDKs from version 11 on, which ask the relay for the visitor's address unless told not to.
    dataCollection: { userInfo: false },
    // Errata shows no sessions; a report of each page view would be noise on the way.
    // Addresses are in many places of a report, and some open something.
    beforeSend: (event) => fit(JSON.parse(maskTokens(JSON.stringify(event))) as typeof event),
    integrations: (defaults) => defaults.filter(({ name }) => name !== 'BrowserSession'),
  });
  continueTrace(document);
  errors.handTo((error) => captureException(error));
}

/**
 * Puts this page's reports into the trace of the document that the server made. The SDK reads that
 * meta only as a part of its tracing, which we do without.
 */
function continueTrace(document: Document): void {
  const trace = findTrace(document);
  if (!trace) return;
  getCurrentScope().setPropagationContext({
    traceId: trace.traceId,
    parentSpanId: trace.spanId,
    sampleRand: 0,
  });
}
