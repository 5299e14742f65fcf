import type {
  Breadcrumb,
  EventRequest,
  EventThread,
  ExceptionValue,
  NormalisedEvent,
  StackFrame,
} from '#shared';
import { toIso } from './issue-answer.ts';

export function toEntries(event: NormalisedEvent): object[] {
  const { exceptions, stack, threads = [], breadcrumbs, request, message, template } = event;
  const running =
    exceptions.length === 0 && stack && threads.length === 0 ? [{ frames: stack }] : [];
  return [
    ...toEntry('exception', exceptions.map(toException)),
    ...(message === undefined
      ? []
      : [
          {
            type: 'message',
            data: {
              formatted: message,
              message: template?.message ?? null,
              params: template?.params ?? null,
            },
          },
        ]),
    ...toEntry('threads', [...threads, ...running].map(toThread)),
    ...toEntry('breadcrumbs', breadcrumbs.map(toBreadcrumb)),
    ...(request ? [{ type: 'request', data: toRequest(request) }] : []),
  ];
}

function toEntry(type: string, values: readonly object[]): object[] {
  return values.length === 0 ? [] : [{ type, data: { values } }];
}

function toException({ type, value, module, mechanism, frames }: ExceptionValue): object {
  return {
    type,
    value,
    module: module ?? null,
    threadId: null,
    mechanism: mechanism
      ? {
          type: mechanism.type,
          handled: mechanism.handled ?? null,
          description: mechanism.description ?? null,
          data: mechanism.data ?? {},
          meta: mechanism.meta ?? {},
        }
      : null,
    stacktrace: toStack(frames),
    rawStacktrace: null,
  };
}

function toThread({ id, name, state, isCrashed, isCurrent, isMain, frames }: EventThread): object {
  return {
    id: id ?? null,
    name: name ?? null,
    state: state ?? null,
    crashed: isCrashed ?? false,
    current: isCurrent ?? false,
    main: isMain ?? false,
    stacktrace: toStack(frames),
    rawStacktrace: null,
  };
}

function toStack(frames: readonly StackFrame[]): object | null {
  if (frames.length === 0) return null;
  const hasSystemFrames = frames.some(({ inApp }) => !inApp);
  return { frames: frames.map(toFrame), framesOmitted: null, registers: null, hasSystemFrames };
}

function toFrame(frame: StackFrame): object {
  return {
    filename: frame.filename ?? null,
    absPath: frame.absPath ?? null,
    module: frame.module ?? null,
    package: frame.package ?? null,
    function: frame.function ?? null,
    lineNo: frame.line ?? null,
    colNo: frame.column ?? null,
    inApp: frame.inApp,
    context: toContext(frame),
    vars: frame.vars ?? null,
    sourceLink: null,
  };
}

function toContext({ line, contextLine, preContext = [], postContext = [] }: StackFrame): object[] {
  if (line === undefined || contextLine === undefined) return [];
  return [...preContext, contextLine, ...postContext].map((text, index) => [
    line - preContext.length + index,
    text,
  ]);
}

function toBreadcrumb(breadcrumb: Breadcrumb): object {
  const { timestampMs, type, category, level, message, data } = breadcrumb;
  return {
    timestamp: timestampMs === undefined ? null : toIso(timestampMs),
    type,
    category: category ?? null,
    level,
    message: message ?? null,
    data: data ?? null,
    event_id: null,
  };
}

function toRequest({ method, url, query = '', headers, body, env }: EventRequest): object {
  return {
    method: method ?? null,
    // Clients refuse an event whose `url` is not a valid URL.
    url: url !== undefined && URL.canParse(url) ? url : null,
    query: [...new URLSearchParams(query)],
    fragment: null,
    headers,
    // Errata never keeps cookie values.
    cookies: [],
    data: body ?? null,
    env: env ?? null,
    inferredContentType: null,
  };
}
