import { expect, it } from '@jest/globals';
import { groupEvent } from '#events';
import { planEvents, toDemoEvent, toEnvelope, toFeedbackEnvelopes } from './demo-events.ts';
import { toLogEnvelopes } from './demo-logs.ts';
import { readDemoProjects } from './demo-project.ts';
import type { DemoEvent } from './demo-project.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;
const projects = await readDemoProjects();

function read(event: DemoEvent) {
  const [header, item, payload] = toEnvelope(event, NOW_MS, NOW_MS + 9).split('\n');
  expect(JSON.parse(item!)).toEqual({ type: 'event', length: Buffer.byteLength(payload!) });
  expect(JSON.parse(header!)).toMatchObject({
    event_id: event.eventId,
    sent_at: new Date(NOW_MS + 9).toISOString(),
  });
  return JSON.parse(payload!) as Record<string, unknown>;
}

it('planEvents spreads demo events over the 30 days that relays accept, each with its own id', () => {
  const events = planEvents(projects);
  const days = events.map(({ ageMs }) => Math.floor(ageMs / DAY_MS));
  expect(new Set(days).size).toBe(30);
  expect(Math.max(...days)).toBe(29);
  expect(events[0]!.ageMs).toBeGreaterThan(0);
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
  expect(planEvents(projects)).toEqual(events);
});

it('demo events of a kind form one issue of their own, with the times of breadcrumbs moved', () => {
  for (const project of projects) {
    const keys = project.kinds.map((kind) => {
      const event = toDemoEvent(project, kind, 0);
      const sent = read(event);
      const timestamp = (NOW_MS - event.ageMs) / 1000;
      expect(sent).toMatchObject({ timestamp, release: expect.any(String) });
      const crumbs = (sent['breadcrumbs'] ?? []) as { timestamp: number }[];
      expect(crumbs.every((crumb) => crumb.timestamp < timestamp)).toBe(true);
      const { key } = groupEvent(sent).keys[0]!;
      expect(groupEvent(read(toDemoEvent(project, kind, 1))).keys[0]!.key).toBe(key);
      return key;
    });
    expect(new Set(keys).size).toBe(project.kinds.length);
  }
});

it('demo feedback is sent alone or linked to an event, some with a screenshot', () => {
  const sent = planEvents(projects).flatMap((event) =>
    toFeedbackEnvelopes(event).map((envelope) => {
      const [header, item, payload, file] = envelope.toString('latin1').split('\n');
      expect(JSON.parse(item!)).toEqual({ type: 'feedback', length: payload!.length });
      const { event_id: id, contexts } = JSON.parse(payload!) as {
        event_id: string;
        contexts: { feedback: Record<string, string> };
      };
      expect(JSON.parse(header!)).toEqual({ event_id: id });
      expect(id).not.toBe(event.eventId);
      const { length } = file ? (JSON.parse(file) as { length: number }) : { length: 0 };
      expect(envelope.indexOf('PNG')).toBe((length && envelope.length - length + 1) || -1);
      const isAbout = contexts.feedback['associated_event_id'] === event.eventId;
      return `${isAbout ? 'about it' : 'alone'}${file ? ', with a screenshot' : ''}`;
    }),
  );
  expect(new Set(sent)).toEqual(new Set(['about it', 'about it, with a screenshot', 'alone']));
});

it('demo logs of servers carry the traces of their errors, oldest first', () => {
  const events = planEvents(projects);
  const byId = new Map(events.map((event) => [event.eventId, event]));
  let sentAtMs = NOW_MS + 90_000;
  const envelopes = [...toLogEnvelopes(events, NOW_MS, () => (sentAtMs += 1))];
  for (const project of projects) {
    const own = envelopes.filter((each) => each.project === project);
    const sent = own.flatMap(({ envelope }) => {
      const [header, item, payload] = envelope.split('\n');
      const sentAt = new Date(
        NOW_MS + 90_001 + envelopes.findIndex((each) => each.envelope === envelope),
      );
      expect(JSON.parse(header!)).toEqual({ sent_at: sentAt.toISOString() });
      const { items } = JSON.parse(payload!) as { items: Record<string, unknown>[] };
      expect(JSON.parse(item!)).toEqual({
        type: 'log',
        length: Buffer.byteLength(payload!),
        item_count: items.length,
      });
      expect(items.length).toBeLessThanOrEqual(40);
      return items;
    });
    expect(sent.length).toBeGreaterThan(100);
    const errors = sent.filter(({ level }) => level === 'error');
    const times = errors.map(({ timestamp }) => timestamp as number);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const { trace_id: traceId, attributes } = errors[0]!;
    const { release } = read(byId.get(traceId as string)!);
    expect(attributes).toMatchObject({ 'sentry.release': { value: release, type: 'string' } });
  }
});
