import { placeFailing, to } from '#shared';
import type { NormalisedEvent } from '#shared';
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { IssuePageProps } from '../issues.dto.ts';
import { bareEvent as bare, issuePageProps } from '../../../../../test/support/issue-page-props.ts';
import { TimeFormatContext } from '../../../../ui/time/time-format.ts';
import { Page } from './issue.page.tsx';

const NOW = Date.UTC(2026, 2, 4, 12, 41, 7);

const bareEvent: NormalisedEvent = {
  ...bare,
  occurredAtMs: NOW - 180_000,
  receivedAtMs: NOW - 180_000,
};

const props: IssuePageProps = {
  ...issuePageProps,
  nowMs: NOW,
  issue: {
    ...issuePageProps.issue,
    type: 'TypeError',
    value: 'no price',
    place: 'total.ts',
    firstSeenMs: NOW - 86_400_000,
    lastSeenMs: NOW - 180_000,
    state: { status: 'unresolved', kind: 'new', sinceMs: NOW - 86_400_000 },
  },
  chart: {
    ...issuePageProps.chart,
    values: Array.from({ length: 24 }, () => 0).with(23, 1),
    firstMs: Date.UTC(2026, 2, 3, 13),
    marks: [{ what: 'production deploy of 1.4.2', atMs: Date.UTC(2026, 2, 4, 10, 30), place: 21 }],
    ticks: [{ atMs: Date.UTC(2026, 2, 4, 6), at: 0.7 }],
    ranges: [{ name: '14 d', href: to('/issues/:id', { id: 7 }, { query: 'time=14d' }) }],
  },
  event: bareEvent,
};

function render(event: Partial<NormalisedEvent> = {}, rest: Partial<IssuePageProps> = {}): string {
  const shown = { ...bareEvent, ...event };
  return renderToStaticMarkup(
    <Page {...props} {...rest} event={shown} failing={placeFailing(shown)} />,
  );
}

test('the issue page shows an event that carries next to nothing', () => {
  const html = render();
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toContain('2026-03-04 12:38:07 UTC');
  expect(html).toContain('Last 24 hours: 1 event; most in one hour: 1, at 12:00"');
  expect(html).toContain('production deploy of 1.4.2, 10:30</p>');
  expect(html).toContain('href="/issues/7?time=14d"');
});

test('the issue page shows all times in the zone of the account', () => {
  const html = renderToStaticMarkup(
    <TimeFormatContext value={{ zone: 'Asia/Tokyo', dates: 'iso' }}>
      <Page {...props} />
    </TimeFormatContext>,
  );
  expect(html).toContain('>2026-03-04 21:38:07</time>');
  expect(html).toContain('most in one hour: 1, at 21:00"');
  expect(html).toContain('production deploy of 1.4.2, 19:30</p>');
  expect(html).toContain('>15:00</text>');
});

test('the issue page says that users are being recounted', () => {
  expect(render({}, { issue: { ...props.issue, isRecounting: true } })).toContain(
    'being recounted',
  );
  expect(render()).not.toContain('being recounted');
});

test('the issue page carries no style attribute', () => {
  expect(render()).not.toContain(' style=');
});

test('the surfaced exception comes first, with its failing call open and its code in lines', () => {
  const frame = {
    function: 'total',
    filename: 'total.ts',
    line: 42,
    inApp: true,
    contextLine: 'throw it;',
  };
  const html = render({
    exceptions: [
      { type: 'Cause', value: 'deep', frames: [] },
      { type: 'Surfaced', value: 'high', frames: [frame] },
    ],
  });
  expect(html.indexOf('Surfaced')).toBeLessThan(html.indexOf('Cause'));
  expect(html).toMatch(/<details id="failing-frame" open=""/);
  expect(html).toMatch(/<mark [^>]*data-line="42">throw it;/);
});

test('an exception repeats its message only when the head of the issue page shortens it', () => {
  const surfaced = (value: string): string =>
    render(
      { exceptions: [{ type: 'TypeError', value, frames: [] }] },
      { issue: { ...props.issue, value } },
    );
  expect(surfaced('brief').match(/brief/g)).toHaveLength(1);
  expect(surfaced('long '.repeat(30)).match(/(?:long ){30}/g)).toHaveLength(2);
});

test('the stack of a message has no heading of its own', () => {
  const html = render(
    {
      message: 'Stale prices',
      exceptions: [
        {
          type: '',
          value: 'Stale prices',
          frames: [{ function: 'refresh', filename: 'a.mjs', line: 1, inApp: true }],
        },
      ],
    },
    { issue: { ...props.issue, type: 'Message', value: 'Stale prices' } },
  );
  expect(html).not.toContain('<h3');
  expect(html.match(/Stale prices/g)).toHaveLength(2);
});

test('the issue page links to the neighbouring events, where there are any', () => {
  const html = render({}, { olderEventId: 'b'.repeat(32) });
  expect(html).toContain(`href="/issues/7?event=${'b'.repeat(32)}"`);
  expect(html).not.toContain('rel="next"');
});

test('the page of an event that was counted, not kept, says so and links to the nearest kept event', () => {
  const nearestEventId = 'b'.repeat(32);
  const html = render({}, { notKept: { why: 'storm', nearestEventId } });
  expect(html).toContain('counted this event without storing it');
  expect(html).toContain(`event=${nearestEventId}`);
  expect(render({}, {})).not.toContain('without storing it');
  expect(render({}, { notKept: { why: 'erased' } })).toContain('This event was erased.');
});

test('the head of the issue page shows the title of the event, or of the issue for a stub', () => {
  const title = { type: 'KeyError', value: "'GBP'", place: 'rate (shop/rates.py:4)' };
  const html = render({ title, level: 'warning' });
  expect(html).toMatch(/<h1.*aria-label="warning".*KeyError<.*<\/h1>/);
  expect(html).toContain('&#x27;GBP&#x27;');
  expect(html).toContain('rate (shop/rates.py:4)');
  expect(html).toContain('· warning');
  expect(html).not.toContain('no price');
  expect(render()).toContain('no price');
});

test('the stack of a message is a section of its own, to which the head links', () => {
  const stack = [{ function: 'main.serve', filename: 'main.go', line: 12, inApp: true }];
  const html = render({ message: 'a string was panicked with', stack });
  expect(html).toContain('href="#failing-call"');
  expect(html).toMatch(/id="failing-call".*main\.serve/);
});

test('threads are listed with name, state and stack, folded', () => {
  const frame = { function: 'java.lang.Thread.sleep', filename: 'Thread.java', inApp: false };
  const html = render({
    threads: [
      { id: '1', name: 'main', state: 'RUNNABLE', isCurrent: true, frames: [frame] },
      { id: '7', frames: [] },
    ],
  });
  expect(html).toMatch(/<details[^>]*>.*main<\/bdi>.*current, RUNNABLE, 1 frame/);
  expect(html).toMatch(/Thread 7<\/bdi>.*no stack was sent/);
  expect(render()).not.toContain('id="threads"');
});

test('exceptions are labelled by their relation to each other', () => {
  const plain = { value: 'said', frames: [] };
  const html = render({
    exceptions: [
      { ...plain, type: 'Third', parent: 5, relation: 'member' },
      { ...plain, type: 'Second', parent: 5, relation: 'member' },
      { ...plain, type: 'Reason', parent: 3, relation: 'context' },
      { ...plain, type: 'First', parent: 5, relation: 'member' },
      { ...plain, type: 'Closing', parent: 5, relation: 'suppressed' },
      { ...plain, type: 'Group', isGroup: true },
    ],
  });
  const heads = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, head]) =>
    head?.replaceAll(/<[^>]*>/g, ''),
  );
  expect(heads.slice(0, 6)).toEqual([
    'Group',
    'suppressed Closing',
    '1 of 3 First',
    'while handling Reason',
    '2 of 3 Second',
    '3 of 3 Third',
  ]);
  expect(html).toContain('3 exceptions side by side');
});

test('the mechanism of an exception is shown with its description and data', () => {
  const mechanism = {
    type: 'django',
    handled: false,
    description: 'Raised by a view',
    data: { view: 'checkout' },
    meta: { errno: { number: 11 } },
  };
  const html = render({ exceptions: [{ type: 'E', value: '', frames: [], mechanism }] });
  for (const said of ['unhandled, by django', 'Raised by a view', 'checkout', 'errno']) {
    expect(html).toContain(said);
  }
});

test('the issue page shows everything that was sent of a request', () => {
  const html = render({
    request: {
      method: 'POST',
      url: 'https://shop/checkout',
      headers: [['Host', 'shop']],
      cookies: ['session', 'csrftoken'],
      body: { coupon: 'SUMMER' },
      env: { SERVER_NAME: 'web-1' },
    },
  });
  expect(html).toMatch(/<dt[^>]*>coupon<.*SUMMER/);
  expect(html).toContain('2 cookies, values are never kept');
  expect(html).toContain('session, csrftoken');
  expect(html).toMatch(/1 variable of the server.*SERVER_NAME.*web-1/);
});

test.each([
  ['<b>raw', /<pre[^>]*Body of the request[^>]*><code>&lt;b&gt;raw<\/code>/],
  [['a', 1], /\[ &quot;a&quot;, 1 \]/],
  [false, />false</],
])('the body of a request without fields is shown as it is: %j', (body, shown) => {
  expect(render({ request: { headers: [], body } })).toMatch(shown);
});

test('facts of a user are labelled by the names that were sent', () => {
  const user = {
    id: '7',
    name: 'Ada Lovelace',
    username: 'ada',
    geo: { city: 'London' },
    data: { plan: 'gold' },
  };
  const html = render({ user });
  const facts = [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, name, value]) => [name, value?.replaceAll(/<[^>]*>/g, '')],
  );
  expect(facts).toEqual(
    expect.arrayContaining([
      ['Name', 'Ada Lovelace'],
      ['Username', 'ada'],
      ['ID', '7'],
      ['city', 'London'],
      ['plan', 'gold'],
    ]),
  );
});

test('steps of logs fold what the SDK tells, and steps long after the event', () => {
  const step = { type: 'log', category: 'log', level: 'info' } as const;
  const later = Array.from({ length: 15 }, (_, n) => ({ ...step, timestampMs: NOW + n }));
  const html = render({
    breadcrumbs: [{ ...step, timestampMs: NOW - 181_000, ofSdk: { 'thread.id': '17' } }, ...later],
  });
  expect(html).toMatch(/<details[^>]*><summary.*?From the SDK.*?thread\.id 17<\/p><\/details>/);
  expect(html).toContain('3 later steps');
  expect(html.indexOf('3 later steps')).toBeLessThan(html.indexOf('this event'));
});

test('a folded section previews its content in a line', () => {
  const step = { type: 'http', category: 'fetch', level: 'info' } as const;
  const html = render({
    request: { method: 'POST', url: 'https://shop/checkout', headers: [] },
    user: { id: '7', email: 'ada@example.org' },
    breadcrumbs: [
      { ...step, message: 'GET /cart', timestampMs: NOW - 181_000 },
      { ...step, message: 'Sorry', timestampMs: NOW },
    ],
  });
  const previews = [
    ...html.matchAll(/<summary>([^<]*)(?:<i>.*?<\/i>)? <bdi translate="no">(.*?)<\/bdi>/g),
  ];
  expect(previews.map(([, title, preview]) => `${title}: ${preview}`)).toEqual(
    expect.arrayContaining([
      'Request: POST https://shop/checkout',
      'User: ada@example.org',
      'Breadcrumbs: GET /cart',
    ]),
  );
});

test('the issue page shows modules, debug images, the SDK and the template of a message', () => {
  const html = render({
    message: 'User 7 failed',
    template: { message: 'User %s failed', params: ['7'] },
    modules: [['django', '5.2.1']],
    images: [
      { name: '<b>/lib/libpay.so', type: 'elf', debugId: 'd1', start: '0x1000', end: '0x2000' },
    ],
    sdk: {
      name: 'sentry.python',
      version: '2.75.0',
      integrations: ['django', 'logging'],
      packages: ['pypi:sentry-sdk 2.75.0'],
    },
  });
  expect(html).toMatch(/1 module<.*django.*5\.2\.1/);
  expect(html).not.toContain('type="search"');
  expect(html).toMatch(
    /1 image<.*libpay\.so<.*elf · d1 · 0x1000 to 0x2000 · &lt;b&gt;\/lib\/libpay\.so/,
  );
  expect(html).toMatch(/2 integrations<.*django, logging/);
  expect(html).toMatch(/1 package<.*pypi:sentry-sdk 2\.75\.0/);
  expect(html).toMatch(/Template.*User %s failed.*Parameter 1.*7/);
});

test('the issue page says that names are obfuscated where R8 renamed a class', () => {
  const html = (module: string, type = 'proguard') => {
    const frames = [{ function: `${module}.a`, module, inApp: true }];
    const exceptions = [{ type: 'ANR', value: 'ANR', frames }];
    return render({ exceptions, images: [{ name: '3f2504e0', type }] });
  };
  expect(html('mz3')).toMatch(/Names are obfuscated.*mz3\.a/s);
  expect(html('shop.Cart')).not.toContain('Names are obfuscated');
  expect(html('mz3', 'elf')).not.toContain('Names are obfuscated');
});

test('the issue page counts hidden, cut and omitted values, and links to the whole event', () => {
  const html = render(
    {
      hidden: [
        { path: 'request.headers.Authorization', rule: 'name of field', count: 1 },
        { path: 'message', rule: 'card number', count: 1 },
        { path: 'extra.token', rule: 'name of field', count: 12 },
      ],
      hiddenTotal: 20,
      cut: ['exceptions: 40 cut'],
    },
    { leftOut: { frame: 1, 'hidden place': 3 } },
  );
  expect(html).toContain('20 values hidden');
  expect(html).toContain(
    'by name of field: <bdi translate="no">request.headers.Authorization, extra.token × 12<',
  );
  expect(html).toContain('by card number: <bdi translate="no">message<');
  expect(html).toContain('exceptions: 40 cut');
  expect(html).toContain('This page leaves out or shortens: 1 frame, 3 hidden places. ');
  const address = `/issues/7/events/${'a'.repeat(32)}`;
  expect(html).toContain(`href="${address}"`);
  expect(html).toContain(`href="${address}?download"`);
});

test('the issue page links to the text of a stack', () => {
  const html = render({ exceptions: [{ type: 'E', value: '', frames: [] }] });
  expect(html).toContain(`href="/issues/7/events/${'a'.repeat(32)}/stack"`);
});

test('values that were sent as their repr are not quoted again', () => {
  const vars = { rates: { "'GBP'": '"it\'s"', plain: 'text', bytes: "b'x'" } };
  const frame = { function: 'f', filename: 'a.py', line: 1, inApp: true, vars };
  const html = render({ exceptions: [{ type: 'E', value: '', frames: [frame] }] });
  expect(html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"')).toContain(
    `{ 'GBP': "it's", "plain": "text", "bytes": b'x' }`,
  );
  const python = render({
    platform: 'python',
    exceptions: [{ type: 'E', value: '', frames: [{ ...frame, vars: { rates: { usd: '0.9' } } }] }],
  });
  expect(python).toContain('{ usd: 0.9 }');
});

test('the issue page names no platform for an event of an unknown platform', () => {
  expect(render()).toContain('Platform');
  expect(render({ platform: 'other' })).not.toContain('Platform');
});
