import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { defaultStackParser, makeNodeTransport, NodeClient } from '@sentry/node';
import type { Browser, Page } from 'playwright-core';
import { spanSettings } from '#product/performance/segments';
import { ClockDouble } from '#telemetry/testing';
import { BrowserApp } from '../../../test/support/browser-app.ts';
import { openBrowser } from '../../../test/support/browser.ts';
import { root } from '../../../scripts/support/root.mjs';
import { eventually } from '../../../test/support/eventually.ts';
import type { Sdk } from '../../../test/fixtures/sdk-pages/page.ts';
import { UnwantedSpans } from '../src/intake/admission/unwanted-spans.ts';
import { createEventId } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import { readOutcomes } from './support/stored-outcomes.ts';

/**
 * The relay's clock is at the start of a minute, so a key over its limit must wait for the whole
 * minute.
 */
const HELD_BACK_MS = 60_000;
const HOUR_MS = 3_600_000;
const ITEM_TYPE = /^.*\n\{"type":"(?<type>\w+)"/;
const limits = { RATE_LIMIT_PER_KEY: '1' };

/** The relay needs these timers, so they stay real. Only the `Date` of the transport is faked. */
const timers = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

type SdkWindow = typeof globalThis & { readonly sdk: Sdk };

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the transport of the SDKs for Node.js, after status 429', () => {
  it('holds events back for as long as it is told, and nothing else', async () => {
    const clock = new ClockDouble();
    const relay = await startRelay(limits, { clock });
    jest.useFakeTimers({ now: clock.ms, doNotFake: [...timers] });
    const dropped: [reason: string, category: string][] = [];
    const transport = makeNodeTransport({
      url: `${relay.url}/api/1/envelope/?sentry_key=${publicKey}`,
      recordDroppedEvent: (reason, category) => dropped.push([reason, category]),
    });
    const send = async (type: 'event' | 'transaction') => {
      const header = { event_id: createEventId(), sent_at: new Date(0).toISOString() };
      return (await transport.send([header, [[{ type }, {}]]])).statusCode;
    };
    expect(await send('event')).toBe(200);
    expect(await send('event')).toBe(429);
    expect(await send('event')).toBeUndefined();
    expect(dropped).toEqual([['ratelimit_backoff', 'error']]);
    expect(await send('transaction')).toBe(200);
    jest.setSystemTime(clock.ms + HELD_BACK_MS - 1);
    expect(await send('event')).toBeUndefined();
    clock.ms += HELD_BACK_MS;
    jest.setSystemTime(clock.ms + 1);
    expect(await send('event')).toBe(200);
    await relay.drained();
  });

  it('sends the counts of dropped events meanwhile', async () => {
    const clock = new ClockDouble();
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '2' }, { clock });
    jest.useFakeTimers({ now: clock.ms, doNotFake: [...timers] });
    // The SDK warns that it cannot trace modules within Jest.
    jest.spyOn(console, 'warn').mockReturnValue();
    const client = new NodeClient({
      dsn: await relay.getDsn('app'),
      transport: makeNodeTransport,
      stackParser: defaultStackParser,
      integrations: [],
      sendClientReports: true,
    });
    client.init();
    // The SDK sends client reports with each flush.
    client.startClientReportTracking();
    const capture = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        client.captureMessage('too often');
        await client.flush();
      }
    };
    await capture(3);
    await capture(5);
    await client.flush();
    const { outcomes } = relay.parts.stores;
    const range = { projectId: 1, fromMs: clock.ms, toMs: clock.ms, per: 'hour' } as const;
    const listDrops = async () =>
      (await outcomes.listDiscards(range)).map(({ reason, quantity }) => ({ reason, quantity }));
    await eventually('all of them', async () => (await listDrops())[0]?.quantity === 5);
    expect(await listDrops()).toEqual([{ reason: 'ratelimit_backoff', quantity: 5 }]);
    await relay.drained();
    await client.close();
  });
});

describe('the transport of the SDKs for Node.js, after the limit of a kind', () => {
  it('sends no more profiles for an hour, and errors and transactions as before', async () => {
    const clock = new ClockDouble();
    const relay = await startRelay({}, { clock });
    jest.useFakeTimers({ now: clock.ms, doNotFake: [...timers] });
    const transport = makeNodeTransport({
      url: `${relay.url}/api/1/envelope/?sentry_key=${publicKey}`,
      recordDroppedEvent: () => undefined,
    });
    const send = async (type: 'event' | 'transaction' | 'profile' | 'session') => {
      const header = { event_id: createEventId(), sent_at: new Date(0).toISOString() };
      return (await transport.send([header, [[{ type }, {}]]] as never)).statusCode;
    };
    expect(await send('event')).toBe(200);
    expect(await send('profile')).toBe(200);
    expect(await send('profile')).toBeUndefined();
    for (const type of ['event', 'session', 'transaction'] as const) {
      expect(await send(type)).toBe(200);
    }
    jest.setSystemTime(clock.ms + HOUR_MS - 1);
    expect(await send('profile')).toBeUndefined();
    jest.setSystemTime(clock.ms + HOUR_MS + 1);
    expect(await send('profile')).toBe(200);
    await relay.drained();
  });
});

describe('the spans of a shop, as ten SDKs sent them', () => {
  type Item = { readonly form: string; readonly receivedAtMs: number; readonly payload: string };
  const CONTENT_TYPE = 'application/vnd.sentry.items.span.v2+json';
  const SDK = /"(?<name>sentry\.(?:go|java|javascript|php|python|ruby|rust)\b[\w.]*)"/;

  /** Each deed is a line. */
  const items = gunzipSync(readFileSync(join(root, 'libs/events/test/spans/recorded.jsonl.gz')))
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly file: string; readonly items: readonly Item[] })
    .filter(({ file }) => ['order-10', 'order-11', 'self-trace'].includes(file))
    .flatMap((deed) => deed.items);

  const toHeader = ({ form, payload }: Item): object =>
    form === 'container'
      ? { type: 'span', item_count: JSON.parse(payload).items.length, content_type: CONTENT_TYPE }
      : { type: form };

  it('are taken, and none is told to hold spans back, or Python to hold anything back', async () => {
    const clock = new ClockDouble();
    const relay = await startRelay({}, { clock });
    const told = new Set<string>();
    for (const item of items) {
      clock.ms = item.receivedAtMs;
      const sdk = SDK.exec(item.payload)?.groups?.['name'] ?? '';
      const query = new URLSearchParams({ sentry_key: publicKey, sentry_client: sdk }).toString();
      const lines = [
        '{}',
        JSON.stringify(toHeader(item)),
        item.payload,
        '{"type":"profile"}',
        '{}',
      ];
      const address = `${relay.url}/api/1/envelope/?${query}`;
      const answer = await fetch(address, { method: 'POST', body: lines.join('\n') });
      expect(answer.status).toBe(200);
      const asked = answer.headers.get('x-sentry-rate-limits') ?? 'nothing';
      told.add(`${sdk.startsWith('sentry.python') ? 'Python' : 'others'}: ${asked}`);
    }
    expect([...told].toSorted()).toEqual([
      'Python: nothing',
      'others: 3600:profile;trace_metric;replay:project',
    ]);
    await relay.drained();
    const spans = /(?:transaction|span) \d+$/;
    expect(readOutcomes(relay.dataDir).lines.filter((line) => spans.test(line))).toEqual([
      `1 ${publicKey} filtered/own_sending span 13`,
      `1 ${publicKey} stored/taken span 39`,
      `1 ${publicKey} stored/taken transaction 15`,
    ]);
  });
});

describe('a page with the SDK for browsers', () => {
  let browser: Browser;
  let app: BrowserApp;

  beforeAll(async () => {
    [browser, app] = await Promise.all([openBrowser(), BrowserApp.build('sdk-pages')]);
  });

  afterAll(async () => {
    await browser.close();
    await app.remove();
  });

  async function openPage(relayUrl: string, nowMs: number): Promise<Page> {
    const context = await browser.newContext({ permissions: ['local-network-access'] });
    const page = await context.newPage();
    await page.clock.setFixedTime(nowMs);
    const dsn = `${relayUrl.replace('://', `://${publicKey}@`)}/1`;
    await app.open(page, {
      origin: relayUrl.replace('127.0.0.1', 'localhost'),
      sdk: 'browser',
      dsn,
    });
    return page;
  }

  function watchAnswers(page: Page): string[] {
    const answers: string[] = [];
    page.on('response', (response) => {
      const type = ITEM_TYPE.exec(response.request().postData() ?? '')?.groups?.['type'];
      if (type === 'event' || type === 'span') answers.push(`${type} ${response.status()}`);
    });
    return answers;
  }

  async function tell(page: Page, type: 'error' | 'span', name: string): Promise<void> {
    await page.evaluate(
      async (what) => {
        const { sdk } = globalThis as SdkWindow;
        if (what.type === 'span') sdk.startSpan(what, () => undefined);
        else sdk.captureException(new Error(what.name));
        await sdk.flush(5000);
      },
      { type, name },
    );
  }

  it('holds errors back after status 429 for as long as it is told', async () => {
    const clock = new ClockDouble();
    const relay = await startRelay(limits, { clock });
    const page = await openPage(relay.url, clock.ms);
    const answers = watchAnswers(page);
    await tell(page, 'error', 'first');
    await tell(page, 'error', 'too many');
    await tell(page, 'error', 'held back');
    await page.clock.setFixedTime(clock.ms + HELD_BACK_MS - 1);
    await tell(page, 'error', 'still held back');
    clock.ms += HELD_BACK_MS;
    await page.clock.setFixedTime(clock.ms + 1);
    await tell(page, 'error', 'no longer');
    await eventually('the last answer', () => answers.length >= 3);
    expect(answers).toEqual(['event 200', 'event 429', 'event 200']);
    await page.close();
    await relay.drained();
  });

  it('sends no more spans where its project takes none, and errors as before', async () => {
    const clock = new ClockDouble();
    const relay = await startRelay({}, { clock });
    const { settings } = relay.parts.stores;
    await settings.patch(spanSettings, { projectId: 1, patch: { taken: 'off' }, nowMs: 0 });
    await eventually('intake to know', () => relay.app.get(UnwantedSpans).has(1));
    const page = await openPage(relay.url, clock.ms);
    const answers = watchAnswers(page);
    await tell(page, 'span', 'the only one');
    await eventually('the first answer', () => answers.includes('span 200'));
    await tell(page, 'error', 'first');
    await tell(page, 'span', 'held back');
    await tell(page, 'error', 'sent');
    await page.clock.setFixedTime(clock.ms + HOUR_MS + 1);
    await tell(page, 'span', 'no longer held back');
    await eventually('the last answer', () => answers.length >= 4);
    expect(answers).toEqual(['span 200', 'event 200', 'event 200', 'span 200']);
    await page.close();
    await relay.drained();
  });
});
