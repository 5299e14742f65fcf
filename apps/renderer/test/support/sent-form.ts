import type { NormalisedEvent } from '#shared';

/** Returns an event in the form in which SDKs send events, as far as specs of pages need it. */
export function toSentForm(event: NormalisedEvent): object {
  const { user, request, message } = event;
  return {
    event_id: event.eventId,
    timestamp: event.occurredAtMs / 1000,
    level: event.level,
    platform: event.platform,
    logger: event.logger,
    transaction: event.transaction,
    server_name: event.serverName,
    environment: event.environment,
    release: event.release,
    dist: event.dist,
    logentry: message === undefined ? undefined : { formatted: message },
    exception: {
      values: event.exceptions.map(({ frames, ...exception }) => ({
        ...exception,
        stacktrace: { frames: frames.map(toSentFrame) },
      })),
    },
    breadcrumbs: {
      values: event.breadcrumbs.map(({ timestampMs, ...breadcrumb }) => ({
        ...breadcrumb,
        timestamp: timestampMs === undefined ? undefined : timestampMs / 1000,
      })),
    },
    tags: event.tags,
    user: user && { ...user, ip_address: user.ipAddress ?? null },
    request: request && { ...request, query_string: request.query },
    contexts: event.contexts,
    extra: event.extra,
    fingerprint: event.fingerprint,
    sdk: event.sdk,
  };
}

function toSentFrame(frame: NormalisedEvent['exceptions'][number]['frames'][number]) {
  return {
    function: frame.function,
    module: frame.module,
    filename: frame.filename,
    abs_path: frame.absPath,
    lineno: frame.line,
    colno: frame.column,
    in_app: frame.inApp,
    context_line: frame.contextLine,
    pre_context: frame.preContext,
    post_context: frame.postContext,
    vars: frame.vars,
  };
}
