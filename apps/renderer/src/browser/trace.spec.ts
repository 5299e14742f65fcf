import { describe, expect, it } from '@jest/globals';
import { findTrace, tracedFetch } from './trace.ts';

const TRACE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };

function documentWith(content: string | undefined): Parameters<typeof findTrace>[0] {
  return { querySelector: () => (content === undefined ? null : { content }) };
}

async function headersSent(
  trace: typeof TRACE | undefined,
  init?: RequestInit,
): Promise<Record<string, string>> {
  let seen = new Headers();
  const ask = tracedFetch(trace, (_input, sent) => {
    seen = new Headers(sent?.headers);
    return Promise.resolve(new Response());
  });
  await ask('/issues', init);
  return Object.fromEntries(seen);
}

describe('the trace of a document', () => {
  it('is read from the meta element of the document', () => {
    expect(findTrace(documentWith(`${TRACE.traceId}-${TRACE.spanId}`))).toEqual(TRACE);
  });

  it('is undefined where the meta element is missing or malformed', () => {
    for (const content of [undefined, '', 'a-b', `${TRACE.traceId}-`]) {
      expect(findTrace(documentWith(content))).toBeUndefined();
    }
  });

  it('goes along with each fetch of the page, beside its other headers', async () => {
    const headers = await headersSent(TRACE, { headers: { 'Router-State': 'x' } });
    expect(headers).toEqual({
      'router-state': 'x',
      'sentry-trace': `${TRACE.traceId}-${TRACE.spanId}`,
    });
  });

  it('is absent from requests where the document has none', async () => {
    expect(await headersSent(undefined, { headers: { A: '1' } })).toEqual({ a: '1' });
  });
});
