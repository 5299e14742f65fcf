import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { defaultFilters, filterSwitches, type FilterSettings, type FilterSwitch } from '#shared';
import { protocolEvents } from '../../test/protocol-events.ts';
import type { JsonObject } from '../json/shape.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { createEventFilter, findSwitchesFor } from './filter-event.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const GOOGLEBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/140.0.0.0 Safari/537.36';
const IE = 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko';

interface Traits {
  readonly type?: string;
  readonly value?: string;
  readonly sources?: readonly string[];
  readonly agent?: string;
  readonly url?: string;
  readonly [field: string]: unknown;
}

function createEvent({
  type = 'TypeError',
  value = 'x is undefined',
  sources = ['https://shop.example/app.js'],
  agent = CHROME,
  url = 'https://shop.example/cart',
  ...fields
}: Traits = {}): JsonObject {
  const frames = sources.map((source) => ({ abs_path: source, filename: source }));
  const stacktrace = frames.length > 0 ? { frames } : undefined;
  return {
    platform: 'javascript',
    exception: { values: [{ type, value, stacktrace }] },
    request: { url, headers: { 'User-Agent': agent } },
    ...fields,
  };
}

const onServer = (traits: Traits = {}): JsonObject =>
  createEvent({ platform: 'node', server_name: 'web-1', sources: ['/srv/app.js'], ...traits });

const EXTENSION = 'chrome-extension://hoklmmgfnpapgjgcpechhaamimifchmp/content.js';

const keptOut: readonly (readonly [FilterSwitch, string, JsonObject])[] = [
  ['extensions', 'thrown in Chrome', createEvent({ sources: [EXTENSION] })],
  ['extensions', 'thrown in Firefox', createEvent({ sources: ['moz-extension://1234/a.js'] })],
  ['extensions', 'thrown in Safari', createEvent({ sources: ['webkit-masked-url://hidden/'] })],
  [
    'extensions',
    'thrown in what was called by the page',
    createEvent({ sources: ['https://shop.example/app.js', EXTENSION, '[native code]'] }),
  ],
  [
    'extensions',
    'their messaging',
    createEvent({ sources: [], type: 'Error', value: 'Extension context invalidated.' }),
  ],
  [
    'extensions',
    'a policy that kept one out',
    toSdkEvent('csp', { 'csp-report': { 'blocked-uri': 'chrome-extension' } }),
  ],
  [
    'extensions',
    'a tab that an extension does not find',
    createEvent({
      sources: [],
      type: 'Error',
      value: 'Invalid call to runtime.sendMessage(). Tab not found.',
    }),
  ],
  [
    'noise',
    'a link scanner',
    createEvent({
      sources: [],
      type: 'Error',
      value: 'Object Not Found Matching Id:3, MethodName:update, ParamCount:4',
    }),
  ],
  ['crawlers', 'Googlebot', createEvent({ agent: GOOGLEBOT })],
  [
    'noise',
    'ResizeObserver, of Chrome today',
    createEvent({
      sources: [],
      value: 'ResizeObserver loop completed with undelivered notifications.',
    }),
  ],
  [
    'noise',
    'ResizeObserver, as a message',
    createEvent({ exception: undefined, message: 'ResizeObserver loop limit exceeded' }),
  ],
  ['noise', 'Script error', createEvent({ sources: [], type: 'Error', value: 'Script error.' })],
  [
    'noise',
    'Script error, as a message',
    createEvent({ exception: undefined, logentry: { formatted: 'Script error.' } }),
  ],
  [
    'noise',
    'a request given up, of Chrome',
    createEvent({ type: 'AbortError', value: 'signal is aborted without reason' }),
  ],
  [
    'noise',
    'a request given up, of Firefox',
    createEvent({ type: 'AbortError', value: 'The operation was aborted. ' }),
  ],
  [
    'noise',
    'a request given up, of Safari',
    createEvent({ type: 'Error', value: 'AbortError: Fetch is aborted' }),
  ],
  [
    'noise',
    'a request given up, of older Chrome',
    createEvent({
      type: 'AbortError',
      value: "Failed to execute 'fetch' on 'Window': The user aborted a request.",
    }),
  ],
  ['outdated', 'Internet Explorer', createEvent({ agent: IE })],
  ['outdated', 'Chrome 86', createEvent({ agent: CHROME.replace('140', '86') })],
  [
    'outdated',
    'Safari 13',
    createEvent({
      agent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 13_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0.1 Mobile/15E148 Safari/604.1',
    }),
  ],
  ['localhost', 'a page', createEvent({ url: 'http://localhost:3000/cart' })],
  ['localhost', 'a request', onServer({ url: 'http://127.0.0.1:8080/' })],
  ['localhost', 'by IPv6', createEvent({ url: 'http://[::1]:5173/' })],
  ['localhost', 'by a name below', createEvent({ url: 'http://shop.localhost/' })],
  ['health', 'by its path', onServer({ url: 'https://shop.example/healthz' })],
  ['health', 'below a path', onServer({ url: 'https://shop.example/api/health-check/?full=1' })],
  ['health', 'of a part', onServer({ url: 'http://10.0.0.7/actuator/health/db' })],
  ['health', 'of a database', onServer({ url: 'http://10.0.0.7/health/db' })],
  ['health', 'of Rails', onServer({ url: 'https://shop.example/up' })],
  ['health', 'by its route', onServer({ url: '', transaction: 'GET /readyz' })],
  ['health', 'by its prober', onServer({ agent: 'kube-probe/1.31' })],
];

const kept: readonly (readonly [string, JsonObject])[] = [
  ['of a page', createEvent()],
  ['of a server', onServer()],
  ['of a server that a crawler asked', onServer({ agent: GOOGLEBOT })],
  ['of a server that an old browser asked', onServer({ agent: IE })],
  [
    'of the edge that a crawler asked',
    createEvent({ agent: GOOGLEBOT, contexts: { runtime: { name: 'vercel-edge' } } }),
  ],
  ['of a headless browser', createEvent({ agent: CHROME.replace('Chrome', 'HeadlessChrome') })],
  [
    'of a browser nobody knows',
    createEvent({ agent: 'Mozilla/5.0 (X11; Linux x86_64) Ladybird/1.0' }),
  ],
  ['thrown by the page under an extension', createEvent({ sources: [EXTENSION, 'app.js'] })],
  ['of an extension’s own server', onServer({ sources: [EXTENSION] })],
  [
    'with one exception of the page',
    createEvent({
      exception: {
        values: [EXTENSION, 'https://shop.example/app.js'].map((source) => ({
          type: 'Error',
          stacktrace: { frames: [{ filename: source }] },
        })),
      },
    }),
  ],
  ['that says “extension”', createEvent({ value: 'No file extension: chrome-extension' })],
  ['that says “Script error.” with a stack', createEvent({ value: 'Script error.' })],
  ['that begins with Script error', createEvent({ sources: [], value: 'Script error in x.js' })],
  ['ResizeObserver of a server', onServer({ value: 'ResizeObserver loop limit exceeded' })],
  ['ResizeObserver that is missing', createEvent({ value: 'ResizeObserver is not defined' })],
  ['an abort of a server', onServer({ type: 'AbortError', value: 'The operation was aborted' })],
  [
    'an abort of a transaction',
    createEvent({
      type: 'AbortError',
      value: 'The transaction was aborted due to error in the underlying storage.',
    }),
  ],
  ['an abort with a reason', createEvent({ type: 'AbortError', value: 'Payment timed out' })],
  ['the same text, no abort', createEvent({ type: 'Error', value: 'The operation was aborted.' })],
  ['of a host like it', createEvent({ url: 'https://localhost.example/' })],
  ['with it in the path', createEvent({ url: 'https://shop.example/localhost' })],
  ['of a path like it', onServer({ url: 'https://shop.example/healthy-food/1' })],
  ['of claims for health care', onServer({ url: 'https://shop.example/healthcare/claims' })],
  ['of healthy food', onServer({ url: 'https://shop.example/food/snacks/healthy' })],
  ['of an article below health', onServer({ url: 'https://news.example/topics/health/sleep' })],
  [
    'that says what a scanner says, and more',
    createEvent({ value: 'Object Not Found Matching Id:3' }),
  ],
  ['of a page about health', createEvent({ url: 'https://shop.example/health' })],
  ['with a status below', onServer({ url: 'https://shop.example/orders/7/status' })],
  ['with a strange shape', { platform: 'javascript', exception: 7, request: [], contexts: '' }],
  ['with nothing', {}],
];

const off = Object.fromEntries(filterSwitches.map((name) => [name, false]));
const nothing = { ...defaultFilters, ...off } as FilterSettings;
const all = createEventFilter({
  ...defaultFilters,
  ...(Object.fromEntries(filterSwitches.map((name) => [name, true])) as object),
});
const asDefault = createEventFilter(defaultFilters);

describe('a filter with a switch', () => {
  it.each(keptOut)('the switch %s keeps out an event: %s', (name, _, event) => {
    expect(findSwitchesFor(event)).toEqual([name]);
    expect(createEventFilter({ ...nothing, [name]: true })(event)).toBe(name);
    expect(createEventFilter(nothing)(event)).toBeUndefined();
    expect(asDefault(event)).toBe(defaultFilters[name] ? name : undefined);
  });

  it.each(kept)('lets an event pass: %s', (_, event) => {
    expect(all(event)).toBeUndefined();
  });

  it('keeps out no event that an SDK sent of an application’s own error, on or off', () => {
    const folder = fileURLToPath(new URL('../../test/sdk-events/', import.meta.url));
    const sent = ['go', 'java', 'python', 'rust'].flatMap((language) =>
      readdirSync(folder + language).map((name) => `${language}/${name}`),
    );
    const events = sent.map((file) => [file, JSON.parse(readFileSync(folder + file, 'utf8'))]);
    const named = [...events, ...Object.entries(protocolEvents)] as [string, JsonObject][];
    expect(named.length).toBeGreaterThan(200);
    const filteredBy = (filter: typeof all) =>
      named.flatMap(([name, event]) => (filter(event) ? `${name}: ${filter(event)}` : []));
    expect(filteredBy(asDefault)).toEqual([]);
    // These events were recorded on a developer's machine, so the localhost filter matches some.
    expect(filteredBy(all).filter((line) => !line.endsWith(': localhost'))).toEqual([]);
  });

  it('keeps out no event of a server unless somebody turns the switch on', () => {
    const ofServers = keptOut.map(([, , event]) => event).filter((event) => 'server_name' in event);
    expect(ofServers.length).toBeGreaterThan(5);
    expect(ofServers.flatMap((event) => asDefault(event) ?? [])).toEqual([]);
  });
});

describe('a filter with a list', () => {
  const settings = {
    ...nothing,
    messages: ['TypeError: *', 'Payment of order * failed'],
    releases: ['shop@1.4.*'],
    environments: ['staging', 'pr-*'],
    networks: ['10.0.0.0/8', '2001:db8::/32', 'of a later version'],
  };
  const filter = createEventFilter(settings);
  const plain = { platform: 'node', environment: 'production', release: 'shop@1.5.0' };
  const raised = (...values: object[]) => ({ ...plain, exception: { values } });

  it.each([
    ['messages', 'type and value', raised({ type: 'TypeError', value: 'x\n is null' })],
    ['messages', 'a value', raised({ type: 'Error', value: 'payment of order 77 failed' })],
    [
      'messages',
      'a cause',
      raised({ type: 'TypeError', value: 'x' }, { type: 'Error', value: 'y' }),
    ],
    ['messages', 'a message', { ...plain, message: 'Payment of order 7 failed' }],
    [
      'messages',
      'a message with parameters',
      { ...plain, logentry: { message: 'Payment of order %s failed', params: [7] } },
    ],
    ['releases', 'a release', { ...plain, release: 'shop@1.4.2' }],
    ['environments', 'an environment', { ...plain, environment: 'Staging' }],
    ['environments', 'environments that are alike', { ...plain, environment: 'pr-77' }],
  ])('keeps out by its list of %s an event with %s', (name, _, event) => {
    expect(filter(event)).toBe(name);
  });

  it.each([
    ['another type', raised({ type: 'RangeError', value: 'no TypeError: x' })],
    ['nothing but a type', raised({ type: 'TypeError' })],
    ['no release, no environment', { message: 'x' }],
    ['a longer environment', { ...plain, environment: 'staging-2' }],
    ['an environment of no shape', { ...plain, environment: { name: 'staging' } }],
  ])('lets an event pass with %s', (_, event) => {
    expect(filter(event)).toBeUndefined();
  });

  it('keeps out networks by the sender, not by the address in the event', () => {
    expect(filter(plain, '10.1.2.3')).toBe('networks');
    expect(filter(plain, '2001:db8::7')).toBe('networks');
    expect(filter(plain, '203.0.113.7')).toBeUndefined();
    expect(filter({ ...plain, user: { ip_address: '10.1.2.3' } })).toBeUndefined();
  });

  it.each([
    ['messages', raised({ type: 'TypeError', value: 'x' }), undefined],
    ['releases', { ...plain, release: 'shop@1.4.2' }, undefined],
    ['environments', { ...plain, environment: 'staging' }, undefined],
    ['networks', plain, '10.1.2.3'],
  ] as const)(
    'keeps out nothing by its list of %s while the list is empty',
    (name, event, sender) => {
      expect(filter(event, sender)).toBe(name);
      const without = createEventFilter({ ...settings, [name]: [] });
      expect(without(event, sender)).toBeUndefined();
    },
  );
});
