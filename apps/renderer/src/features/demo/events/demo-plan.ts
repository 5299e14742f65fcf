import type { DemoArea, DemoFault } from './demo-language.ts';
import type { DemoProject } from './demo-projects.ts';
import { SeededRandom } from './seeded-random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Over all five projects 300 issues and 20,000 events. */
export const EVENTS_PER_PROJECT = 4000;
const FEWEST = 2;
/** The relay takes no older ones: they would count as of now. */
const OLDEST_MS = 29.5 * DAY_MS;
const NEWEST_MS = 30_000;
/** These come first, so that storms leave them whole. */
const WHOLE = 40;
/** Of days before the filling, when each release began. */
const RELEASE_DAYS = [30, 24, 18, 11, 5, 1.2];

/** One bug of an application, and when it shows. */
export interface DemoIssue {
  readonly area: DemoArea;
  readonly fault: DemoFault;
  readonly function: string;
  readonly line: number;
  readonly events: number;
  /** Gives how long before the filling an event occurred. */
  readonly age: (random: SeededRandom) => number;
}

export interface DemoEvent {
  readonly project: DemoProject;
  readonly issue: DemoIssue;
  /** Among the events of its project. */
  readonly index: number;
  readonly ageMs: number;
  readonly release: string;
  readonly environment: string;
}

/** The bugs of a project, the most frequent first. The same each time. */
export function planIssues({ language, areas, seed }: DemoProject): DemoIssue[] {
  const random = new SeededRandom(seed);
  const all = areas.flatMap((area) =>
    language.faults.map((fault, index) => ({
      area,
      fault,
      function: language.toFunction(area, index),
      line: 12 + random.below(240),
      rank: random.next(),
    })),
  );
  const counts = shareOut(all.length);
  return all
    .toSorted((one, other) => one.rank - other.rank)
    .map((issue, index) => ({ ...issue, events: counts[index]!, age: toAge(random) }));
}

/** All events of the projects in the order in which they are sent. The same each time. */
export function planEvents(projects: readonly DemoProject[]): DemoEvent[] {
  const planned = projects.flatMap((project) => {
    const random = new SeededRandom(project.seed * 31);
    const events = planIssues(project).flatMap((issue) => {
      const ages = Array.from({ length: issue.events }, () => issue.age(random));
      return ages
        .toSorted((one, other) => one - other)
        .map((ageMs, newer) => ({ issue, ageMs, turn: random.next() + (newer < WHOLE ? 0 : 1) }));
    });
    return events.map((event, index) => ({
      ...event,
      project,
      index,
      ...toWhereabouts(project, event.ageMs, random),
    }));
  });
  return planned.toSorted((one, other) => one.turn - other.turn);
}

/** Few have many: each less than the one before it. */
function shareOut(issues: number): number[] {
  const weights = Array.from({ length: issues }, (_, index) => (index + 1) ** -0.5);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const rest = EVENTS_PER_PROJECT - FEWEST * issues;
  const counts = weights.map((weight) => FEWEST + Math.floor((rest * weight) / sum));
  const left = EVENTS_PER_PROJECT - counts.reduce((total, count) => total + count, 0);
  return counts.with(0, counts[0]! + left);
}

/** Some are always there, some have begun lately and grow, some came in one go, and some have ended. */
function toAge(random: SeededRandom): DemoIssue['age'] {
  const kind = random.next();
  const turnMs = (0.3 + random.next() * 6) * DAY_MS;
  if (kind < 0.45) return (each) => within(NEWEST_MS, OLDEST_MS, each.next());
  if (kind < 0.65) return (each) => within(NEWEST_MS, turnMs, each.next() ** 2);
  if (kind < 0.8) {
    const burstMs = turnMs * 3;
    return (each) => within(burstMs, burstMs + 8 * HOUR_MS, each.next());
  }
  return (each) => within(turnMs, OLDEST_MS, each.next());
}

function within(fromMs: number, toMs: number, part: number): number {
  return Math.round(fromMs + (toMs - fromMs) * part);
}

/** Staging has a release a day before production. */
function toWhereabouts(
  { releases }: DemoProject,
  ageMs: number,
  random: SeededRandom,
): Pick<DemoEvent, 'release' | 'environment'> {
  const isStaging = random.next() < 0.15;
  const ageDays = ageMs / DAY_MS - (isStaging ? 1 : 0);
  const current = RELEASE_DAYS.findLastIndex((began) => began >= ageDays);
  // Some have not been updated.
  const lag = random.next() < 0.1 ? 1 : 0;
  return {
    release: releases[Math.max(0, current - lag)]!,
    environment: isStaging ? 'staging' : 'production',
  };
}
