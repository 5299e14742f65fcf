import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { getPageRequest, notePageRequest } from './page-request.ts';
import type { PageRequest } from './page-request.ts';

function requestWith(headers: Record<string, string | string[]>, url = '/issues'): IncomingMessage {
  const distinct = Object.entries(headers).map(
    ([name, values]) => [name.toLowerCase(), [values].flat()] as const,
  );
  return {
    url,
    headers: Object.fromEntries(distinct.map(([name, values]) => [name, values.join(', ')])),
    headersDistinct: Object.fromEntries(distinct),
  } as unknown as IncomingMessage;
}

function read(headers: Record<string, string | string[]>): PageRequest {
  return getPageRequest(requestWith(headers));
}

describe('getPageRequest', () => {
  it('reads a request without Router-State as one for a document, with nothing held', () => {
    expect(read({ Accept: 'text/html' })).toEqual({
      url: '/issues',
      format: 'document',
      whole: false,
      routerState: { held: new Set() },
    });
  });

  it('ignores headers of page data in a request for a document', () => {
    const page = read({ 'Router-Prefetch': 'page', 'Router-Segment': '/issues' });
    expect(page).toMatchObject({ format: 'document' });
    expect(page.prefetch).toBeUndefined();
    expect(page.segment).toBeUndefined();
  });

  it('reads Router-State as a request for page data, with the segments held', () => {
    expect(read({ 'Router-State': 'b1 a/b.layout' })).toEqual({
      url: '/issues',
      format: 'data',
      whole: false,
      routerState: { build: 'b1', held: new Set(['a/b.layout']) },
    });
  });

  it('reads Router-Refresh as a refresh behind the page that is shown', () => {
    expect(read({ 'Router-State': 'b1', 'Router-Refresh': '1' }).isRefresh).toBe(true);
    expect(read({ 'Router-State': 'b1' }).isRefresh).toBeUndefined();
    expect(read({ 'Router-Refresh': '1' }).isRefresh).toBeUndefined();
  });

  it.each(['', '{}', '\u00fc', 'b1  '])(
    'reads Router-State in any form as a request for page data: %j',
    (state) => {
      const { format, routerState } = read({ 'Router-State': state });
      expect(format).toBe('data');
      expect(routerState.held.size).toBe(0);
    },
  );

  it('takes no segment as held when Router-State was sent twice', () => {
    const { format, routerState } = read({ 'Router-State': ['b1 /a', 'b1 /a'] });
    expect(format).toBe('data');
    expect(routerState).toEqual({ held: new Set() });
  });

  it.each(['route', 'page'])('reads a prefetch of the %s', (prefetch) => {
    expect(read({ 'Router-State': 'b1', 'Router-Prefetch': prefetch }).prefetch).toBe(prefetch);
  });

  it.each(['', 'Route', 'all', 'route, page'])(
    'reads no prefetch from the header %j',
    (prefetch) => {
      const page = read({ 'Router-State': 'b1', 'Router-Prefetch': prefetch });
      expect(page.prefetch).toBeUndefined();
    },
  );

  it('takes no segment as held after an action, which may have changed it', () => {
    expect(read({ 'Router-State': 'b1 a/b.layout', Action: 'add' }).routerState).toEqual({
      build: 'b1',
      held: new Set(),
    });
  });

  it('reads the key of a single requested segment', () => {
    expect(read({ 'Router-State': 'b1', 'Router-Segment': '/issues?a=1' }).segment).toBe(
      '/issues?a=1',
    );
  });

  it('returns the same object for the whole request, even when the address changes', () => {
    const request = requestWith({});
    const page = getPageRequest(request);
    request.url = '/other';
    expect(getPageRequest(request)).toBe(page);
    expect(page.url).toBe('/issues');
  });
});

describe('notePageRequest', () => {
  it('keeps the segments that are held at an action', () => {
    const headers = { 'Router-State': 'b1 a/b.layout', Action: 'add' };
    const request = Object.assign(requestWith(headers), { method: 'POST' });
    notePageRequest(request, false);
    expect(getPageRequest(request).routerState.held).toEqual(new Set(['a/b.layout']));
  });

  it.each([true, false])('notes whether the whole page is requested: %j', (whole) => {
    const request = requestWith({});
    notePageRequest(request, whole);
    expect(getPageRequest(request).whole).toBe(whole);
  });

  it('notes no whole page for page data, whose deferred data are lines', () => {
    const request = requestWith({ 'Router-State': 'b1' });
    notePageRequest(request, true);
    expect(getPageRequest(request).whole).toBe(false);
  });
});
