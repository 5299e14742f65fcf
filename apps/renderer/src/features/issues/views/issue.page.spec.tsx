import type { NormalisedEvent } from '#shared';
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { IssuePageProps } from '../issues.dto.ts';
import { Page } from './issue.page.tsx';

const NOW = Date.UTC(2026, 2, 4, 12, 41, 7);

const bareEvent: NormalisedEvent = {
  eventId: 'a'.repeat(32),
  projectId: 1,
  occurredAtMs: NOW - 180_000,
  receivedAtMs: NOW - 180_000,
  level: 'error',
  platform: 'node',
  exceptions: [],
  breadcrumbs: [],
  tags: [],
  contexts: {},
  extra: {},
  cut: [],
};

const props: IssuePageProps = {
  nowMs: NOW,
  issue: {
    id: 7,
    shortId: 'WEB-7',
    project: 'web',
    type: 'TypeError',
    value: 'no price',
    place: 'total.ts',
    level: 'error',
    events: 1,
    users: 0,
    firstSeenMs: NOW - 86_400_000,
    lastSeenMs: NOW - 180_000,
    minutes: Array.from({ length: 60 }, () => 0).with(56, 1),
    hours: Array.from({ length: 24 }, () => 0).with(23, 1),
    state: { status: 'unresolved', kind: 'new', sinceMs: NOW - 86_400_000 },
  },
  canComment: false,
  canDelete: false,
  history: { items: [] },
  event: bareEvent,
};

function render(event: Partial<NormalisedEvent> = {}, rest: Partial<IssuePageProps> = {}): string {
  return renderToStaticMarkup(<Page {...props} {...rest} event={{ ...bareEvent, ...event }} />);
}

test('an event that carries next to nothing is a page all the same', () => {
  const html = render();
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toContain('2026-03-04 12:38:07 UTC');
  expect(html).toContain('Last hour: 1 event; most in one minute: 1, at 12:38 UTC');
});

test('nothing carries a style attribute', () => {
  expect(render()).not.toContain(' style=');
});

test('what surfaced is told first, with its failing call open and its code in lines', () => {
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

test('a message that the head shows in full is not repeated, a longer one is', () => {
  const surfaced = (value: string): string =>
    render(
      { exceptions: [{ type: 'TypeError', value, frames: [] }] },
      { issue: { ...props.issue, value } },
    );
  expect(surfaced('short').match(/short/g)).toHaveLength(1);
  expect(surfaced('long '.repeat(30)).match(/(?:long ){30}/g)).toHaveLength(2);
});

test('the stack of a message stands without a heading of its own', () => {
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
  expect(html.match(/Stale prices/g)).toHaveLength(2); // the head, and the section that has it whole
});

test('the events beside this one are links, where there are any', () => {
  const html = render({}, { olderEventId: 'b'.repeat(32) });
  expect(html).toContain(`href="/issues/7?event=${'b'.repeat(32)}"`);
  expect(html).not.toContain('rel="next"');
});

test('files that came with the event are saved, not opened', () => {
  const item = { id: 3, name: '<b>dump.txt', contentType: 'text/plain', size: '3.2 MB' };
  const html = render({}, { attachments: [item] });
  expect(html).toMatch(/<a download="" [^>]*href="\/issues\/7\/attachments\/3"/);
  expect(html).toContain('<bdi>&lt;b&gt;dump.txt</bdi>');
  expect(html).toContain('3.2 MB, text/plain');
  expect(html).not.toContain('There are more');
  expect(render()).not.toContain('Attachments');
});

test('files that are not shown are owned up to', () => {
  const item = { id: 3, name: 'dump.txt', contentType: 'text/plain', size: '3.2 MB' };
  const html = render({}, { attachments: [item], hasMoreAttachments: true });
  expect(html).toContain('There are more: these are the first 1.');
});

test('what users said is text, of whom nothing has to be known', () => {
  const feedback = [
    {
      name: 'Ann',
      email: 'ann@example.org',
      url: 'javascript:alert(1)',
      message: 'It broke.\n<script>',
      receivedAtMs: NOW - 60_000,
    },
    { message: 'Me too.', receivedAtMs: NOW },
  ];
  const html = render({}, { feedback });
  expect(html).toContain('What users said');
  expect(html).toContain('It broke.\n&lt;script&gt;');
  expect(html).toContain('ann@example.org');
  expect(html).not.toContain('href="javascript:');
  expect(html).toContain('Somebody');
});

test('an event that was counted, not kept, says so and leads to the nearest that was', () => {
  const nearestEventId = 'b'.repeat(32);
  const html = render({}, { notKept: { why: 'storm', nearestEventId } });
  expect(html).toContain('counted, not kept');
  expect(html).toContain(`event=${nearestEventId}`);
  expect(render({}, {})).not.toContain('counted, not kept');
});

test('an event of no known platform names none', () => {
  expect(render()).toContain('Platform');
  expect(render({ platform: 'other' })).not.toContain('Platform');
});
