const SENTRY_TRACE = /^([0-9a-f]{32})-([0-9a-f]{16})/;

export interface DocumentTrace {
  readonly traceId: string;
  readonly spanId: string;
}

interface MetaSource {
  querySelector(selector: 'meta[name="sentry-trace"]'): { readonly content: string } | null;
}

export function findTrace(document: MetaSource): DocumentTrace | undefined {
  const meta = document.querySelector('meta[name="sentry-trace"]');
  const [, traceId, spanId] = SENTRY_TRACE.exec(meta?.content ?? '') ?? [];
  return traceId && spanId ? { traceId, spanId } : undefined;
}

export function tracedFetch(trace: DocumentTrace | undefined, ask: typeof fetch): typeof fetch {
  if (!trace) return ask;
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('sentry-trace', `${trace.traceId}-${trace.spanId}`);
    return ask(input, { ...init, headers });
  };
}
