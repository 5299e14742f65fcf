import { captureException, getCurrentScope, init } from '@sentry/react';
import { maskTokens, monitoringOptions } from '#shared';
import type { ErrorEvent } from '@sentry/react';
import type { Boot } from './boot.ts';
import { fitEvent } from './fit-event.ts';
import type { EarlyErrors } from '../../../../browser/early-errors.ts';
import { findTrace } from '../../../../browser/trace.ts';

/**
 * Starts the SDK that monitors Errata's own pages, and reports errors that were thrown before the
 * SDK was loaded.
 */
export function start(boot: unknown, errors: EarlyErrors): void {
  const { monitoring } = boot as Boot;
  if (!monitoring) {
    errors.release();
    return;
  }
  // Without a tunnel the events go to another service, whose limits Errata does not know.
  const fit = monitoring.tunnel === undefined ? (event: ErrorEvent) => event : fitEvent;
  init({
    ...monitoringOptions,
    ...monitoring,
    // Replaces `sendDefaultPii` from SDK version 11 on. Without this option the SDK asks the relay
    // to add the visitor's network address to each event.
    dataCollection: { userInfo: false },
    // Masks tokens in the whole event, because URLs with tokens appear in many fields.
    //
    // Session reports are off, because Errata shows no sessions and each page view would send one.
    beforeSend: (event) => fit(JSON.parse(maskTokens(JSON.stringify(event))) as typeof event),
    integrations: (defaults) => defaults.filter(({ name }) => name !== 'BrowserSession'),
  });
  continueTrace(document);
  errors.handTo((error) => captureException(error));
}

/**
 * Continues the trace of the server's document in the reports of this page. The SDK itself reads
 * the trace's meta tags only when tracing is enabled, and Errata does not enable tracing.
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
