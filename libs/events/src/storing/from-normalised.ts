import type { Breadcrumb, NormalisedEvent, StackFrame } from '#shared';
import type { StoredEvent } from './stored-event.ts';

/**
 * An event that versions before ADR 90 normalised and then stored, in the form in which SDKs send events: so one reader
 * reads both.
 */
export function fromNormalised(old: NormalisedEvent): StoredEvent {
  const { eventId, projectId, receivedAtMs, sdk, traceId, cut, user, request, message } = old;
  const isJava = old.platform === 'java';
  return {
    meta: { source: 'event', eventId, projectId, receivedAtMs, sdk, traceId, cut },
    event: {
      event_id: eventId,
      timestamp: old.occurredAtMs / 1000,
      level: old.level,
      platform: old.platform,
      logger: old.logger,
      transaction: old.transaction,
      server_name: old.serverName,
      environment: old.environment,
      release: old.release,
      dist: old.dist,
      logentry: message === undefined ? undefined : { formatted: message },
      exception: {
        values: old.exceptions.map(({ frames, ...exception }) => ({
          ...exception,
          stacktrace: { frames: frames.map((frame) => toSentFrame(frame, isJava)) },
        })),
      },
      breadcrumbs: { values: old.breadcrumbs.map(toSentBreadcrumb) },
      tags: old.tags,
      user: user && {
        id: user.id,
        email: user.email,
        username: user.username,
        ip_address: user.ipAddress ?? null,
      },
      request: request && {
        method: request.method,
        url: request.url,
        query_string: request.query,
        headers: request.headers,
      },
      contexts: old.contexts,
      extra: old.extra,
      fingerprint: old.fingerprint,
      sdk,
    },
  };
}

/** Of a plain Java application every frame was stored as not its own, since its SDK does not say. */
function toSentFrame({ absPath, line, column, inApp, ...frame }: StackFrame, isJava: boolean) {
  return {
    function: frame.function,
    module: frame.module,
    filename: frame.filename,
    abs_path: absPath,
    lineno: line,
    colno: column,
    in_app: isJava && !inApp ? undefined : inApp,
    context_line: frame.contextLine,
    pre_context: frame.preContext,
    post_context: frame.postContext,
    vars: frame.vars,
  };
}

function toSentBreadcrumb({ timestampMs, ...breadcrumb }: Breadcrumb) {
  return {
    ...breadcrumb,
    timestamp: timestampMs === undefined ? undefined : timestampMs / 1000,
  };
}
