import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { getTrace } from './request-trace.ts';
import { toTraceMetas } from './trace-metas.ts';

function request(headers: Record<string, string | string[]> = {}): Request {
  return { headers } as unknown as Request;
}

describe('getTrace', () => {
  it('begins a trace without a header, the same for the whole request', () => {
    const visit = request();
    expect(getTrace(visit)).toEqual({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(getTrace(visit)).toBe(getTrace(visit));
    expect(getTrace(request()).traceId).not.toBe(getTrace(visit).traceId);
  });

  it.each(['', '-0', '-1'])('continues the trace of a header that ends in %j', (end) => {
    const traceId = 'ab'.repeat(16);
    const visit = request({ 'sentry-trace': `${traceId}-${'cd'.repeat(8)}${end}` });
    expect(getTrace(visit).traceId).toBe(traceId);
    expect(getTrace(visit).spanId).not.toBe('cd'.repeat(8));
  });

  it.each(['', 'x', `${'ab'.repeat(16)}-short`, `"><script>-${'cd'.repeat(8)}`])(
    'begins its own trace when the header is %j',
    (header) => {
      expect(getTrace(request({ 'sentry-trace': header })).traceId).toMatch(/^[0-9a-f]{32}$/);
    },
  );
});

describe('toTraceMetas', () => {
  it('names trace, release and environment, encoded for baggage, and no key', () => {
    const metas = toTraceMetas(
      { traceId: 't', spanId: 's' },
      { release: 'errata@1.0.0', environment: 'on call' },
    );
    expect(metas).toEqual({
      'sentry-trace': 't-s',
      baggage: 'sentry-environment=on%20call,sentry-release=errata%401.0.0,sentry-trace_id=t',
    });
  });
});
