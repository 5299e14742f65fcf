import { describe, expect, it } from '@jest/globals';
import { groupEvent, readTitle } from '#events';
import { demoProjects } from './demo-projects.ts';
import { EVENTS_PER_PROJECT, planEvents, planIssues } from './demo-plan.ts';
import type { DemoEvent } from './demo-plan.ts';
import { toEnvelope } from './to-envelope.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;

function read(event: DemoEvent) {
  const [header, item, payload] = toEnvelope(event, NOW_MS, NOW_MS).split('\n') as [
    string,
    string,
    string,
  ];
  expect(JSON.parse(item)).toEqual({ type: 'event', length: Buffer.byteLength(payload) });
  const sent = JSON.parse(payload) as Record<string, unknown> & { event_id: string };
  expect(JSON.parse(header)).toMatchObject({ event_id: sent.event_id });
  return sent;
}

describe('the demo', () => {
  const events = planEvents(demoProjects);

  it('has 300 issues and 20,000 events of 30 days, the same each time', () => {
    expect(demoProjects.flatMap(planIssues)).toHaveLength(300);
    expect(events).toHaveLength(5 * EVENTS_PER_PROJECT);
    const ages = events.map(({ ageMs }) => ageMs);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeLessThan(30 * DAY_MS);
    expect(new Set(ages.map((age) => Math.floor(age / DAY_MS))).size).toBe(30);
    expect(planEvents(demoProjects).map(({ index }) => index)).toEqual(
      events.map(({ index }) => index),
    );
    expect(events.every(({ release }) => release !== undefined)).toBe(true);
  });

  it.each(demoProjects)('$slug sends each issue as one, and no two as one', (project) => {
    const theirs = events.filter((event) => event.project === project);
    const ids = new Set<string>();
    const keys = new Map<string, string>();
    const firstAndLast = planIssues(project).flatMap(({ function: name }) => {
      const alike = theirs.filter(({ issue }) => issue.function === name);
      return [alike[0]!, alike.at(-1)!];
    });
    for (const event of firstAndLast) {
      const sent = read(event);
      ids.add(sent.event_id);
      const { key } = groupEvent(sent).keys[0]!;
      const { function: name } = event.issue;
      expect(keys.get(name) ?? key).toBe(key);
      keys.set(name, key);
      expect(readTitle(sent).place.split(' (')[0]!.endsWith(name)).toBe(true);
    }
    expect(ids.size).toBe(120);
    expect(keys.size).toBe(60);
    expect(new Set(keys.values()).size).toBe(60);
  });
});
