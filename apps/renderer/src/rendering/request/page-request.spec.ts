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
  it('is a document, with nothing held, without Router-State', () => {
    expect(read({ Accept: 'text/html' })).toEqual({
      url: '/issues',
      format: 'document',
      whole: false,
      routerState: { held: new Set() },
    });
  });

  it('reads nothing that asks for page data of a request for a document', () => {
    const page = read({ 'Router-Prefetch': 'page', 'Router-Segment': '/issues' });
    expect(page).toMatchObject({ format: 'document' });
    expect(page.prefetch).toBeUndefined();
    expect(page.segment).toBeUndefined();
  });

  it('is page data with Router-State, and what it says is held', () => {
    expect(read({ 'Router-State': 'b1 a/b.layout' })).toEqual({
      url: '/issues',
      format: 'data',
      whole: false,
      routerState: { build: 'b1', held: new Set(['a/b.layout']) },
    });
  });

  it('is a refresh behind what is shown where it says so', () => {
    expect(read({ 'Router-State': 'b1', 'Router-Refresh': '1' }).isRefresh).toBe(true);
    expect(read({ 'Router-State': 'b1' }).isRefresh).toBeUndefined();
    expect(read({ 'Router-Refresh': '1' }).isRefresh).toBeUndefined();
  });

  it.each(['', '{}', '\u00fc', 'b1  '])(
    'is page data with Router-State in any form: %j',
    (state) => {
      const { format, routerState } = read({ 'Router-State': state });
      expect(format).toBe('data');
      expect(routerState.held.size).toBe(0);
    },
  );

  it('holds nothing when Router-State was sent twice', () => {
    const { format, routerState } = read({ 'Router-State': ['b1 /a', 'b1 /a'] });
    expect(format).toBe('data');
    expect(routerState).toEqual({ held: new Set() });
  });

  it.each(['route', 'page'])('reads a prefetch of the %s', (prefetch) => {
    expect(read({ 'Router-State': 'b1', 'Router-Prefetch': prefetch }).prefetch).toBe(prefetch);
  });

  it.each(['', 'Route', 'all', 'route, page'])('reads no prefetch of %j', (prefetch) => {
    const page = read({ 'Router-State': 'b1', 'Router-Prefetch': prefetch });
    expect('prefetch' in page).toBe(false);
  });

  it('takes nothing for held of what an action led to: it may have changed it', () => {
    expect(read({ 'Router-State': 'b1 a/b.layout', Action: 'add' }).routerState).toEqual({
      build: 'b1',
      held: new Set(),
    });
  });

  it('reads the key of the one segment asked for', () => {
    expect(read({ 'Router-State': 'b1', 'Router-Segment': '/issues?a=1' }).segment).toBe(
      '/issues?a=1',
    );
  });

  it('is the same for the whole request, whatever becomes of its address', () => {
    const request = requestWith({});
    const page = getPageRequest(request);
    request.url = '/other';
    expect(getPageRequest(request)).toBe(page);
    expect(page.url).toBe('/issues');
  });
});

describe('notePageRequest', () => {
  it('keeps what is held of an action', () => {
    const headers = { 'Router-State': 'b1 a/b.layout', Action: 'add' };
    const request = Object.assign(requestWith(headers), { method: 'POST' });
    notePageRequest(request, false);
    expect(getPageRequest(request).routerState.held).toEqual(new Set(['a/b.layout']));
  });

  it.each([true, false])('keeps whether the whole page is asked for: %j', (whole) => {
    const request = requestWith({});
    notePageRequest(request, whole);
    expect(getPageRequest(request).whole).toBe(whole);
  });

  it('keeps no whole of page data, whose deferred data are lines', () => {
    const request = requestWith({ 'Router-State': 'b1' });
    notePageRequest(request, true);
    expect(getPageRequest(request).whole).toBe(false);
  });
});
