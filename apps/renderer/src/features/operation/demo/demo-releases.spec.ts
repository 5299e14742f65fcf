import { expect, it } from '@jest/globals';
import { readDemoProjects } from './demo-project.ts';
import { planMonitors } from './demo-monitors.ts';
import { planReleases } from './demo-releases.ts';
import { spreadOutcomes } from './demo-outcomes.ts';
import { toSessionEnvelopes } from './demo-sessions.ts';
import { toSpanEnvelopes } from './demo-spans.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const HOUR_MS = 3_600_000;
const projects = await readDemoProjects();

it('planReleases gives each demo release commits from before its deployment', () => {
  for (const project of projects) {
    const releases = planReleases(project, NOW_MS);
    expect(releases.map(({ version }) => version)).toEqual(project.releases);
    const commits = releases.flatMap((release) =>
      release.commits.map((commit) => ({ ...commit, releasedAtMs: release.releasedAtMs })),
    );
    expect(commits.length).toBeGreaterThan(5);
    expect(new Set(commits.map(({ id }) => id)).size).toBe(commits.length);
    for (const { atMs, releasedAtMs, patchSet } of commits) {
      expect(atMs).toBeLessThan(releasedAtMs);
      expect(patchSet[0]!.path).not.toMatch(/:\/\//);
    }
    expect(planReleases(project, NOW_MS)).toEqual(releases);
  }
});

it('planMonitors gives monitors past runs: one misses some, another takes longer and longer', () => {
  const plans = projects.flatMap(({ slug }) => planMonitors({ slug, projectId: 1 }, NOW_MS));
  const ages = plans.flatMap(({ runs }) => runs.map(({ startedMs }) => NOW_MS - startedMs));
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...ages)).toBeLessThan(60 * 24 * HOUR_MS);
  const [backup, orders] = plans.map(({ runs }) => runs);
  expect(backup!.filter(({ status }) => status === 'missed')).toHaveLength(4);
  expect(orders!.at(-1)!.durationMs).toBeGreaterThan(3 * orders![0]!.durationMs!);
});

it('demo sessions cover the last five days, and two projects have a worse newest release', () => {
  const worse: string[] = [];
  for (const project of projects) {
    const shares = toSessionEnvelopes(project, NOW_MS).map((envelope) => {
      const [, item, payload] = envelope.split('\n');
      expect(JSON.parse(item!)).toEqual({ type: 'sessions', length: Buffer.byteLength(payload!) });
      const { aggregates, attrs } = JSON.parse(payload!) as {
        aggregates: { started: string; exited: number; crashed: number; unhandled: number }[];
        attrs: { release: string };
      };
      expect(aggregates.length).toBeLessThanOrEqual(1000);
      const ages = aggregates.map(({ started }) => NOW_MS - Date.parse(started));
      expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...ages)).toBeLessThan(5 * 24 * HOUR_MS);
      const begun = aggregates.reduce(
        (sum, { exited, crashed, unhandled }) => sum + exited + crashed + unhandled,
        0,
      );
      const crashed = aggregates.reduce((sum, each) => sum + each.crashed, 0);
      return { release: attrs.release, crashed: crashed / begun };
    });
    expect(shares.map(({ release }) => release)).toEqual(project.releases.slice(-4));
    const [before, newest] = shares.slice(-2);
    if (newest!.crashed > 2 * before!.crashed) worse.push(project.slug);
  }
  expect(worse).toEqual(['demo-web', 'demo-edge']);
});

it('toSpanEnvelopes gives three services the segments of two weeks, which an issue names', () => {
  const named = projects.flatMap((project) => {
    const envelopes = [...toSpanEnvelopes(project, NOW_MS)];
    const spans = envelopes.flatMap((envelope) => JSON.parse(envelope.split('\n')[2]!).items);
    const segments = spans.filter(({ is_segment: isSegment }) => isSegment);
    const ages = segments.map(({ end_timestamp: end }) => NOW_MS - end * 1000);
    const ids = spans.map(({ trace_id: trace, span_id: id }) => `${trace}-${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    const names = new Set(segments.map(({ name }) => name));
    const shown = project.kinds.filter(({ event }) => names.has(event.transaction));
    const days = Math.round(Math.max(...ages) / HOUR_MS / 24);
    return segments.length > 0 ? [[project.slug, names.size, days, shown.length > 2]] : [];
  });
  expect(named).toEqual([
    ['demo-web', 5, 14, true],
    ['demo-api', 6, 14, true],
    ['demo-pay', 5, 14, true],
  ]);
});

it('spreadOutcomes moves what arrived at once to the hours in which it happened', () => {
  const received = { projectId: 7, kind: 'error', outcome: 'stored', reason: 'taken' } as const;
  const sums = [
    { ...received, quantity: 2 },
    { ...received, outcome: 'counted', reason: 'storm', quantity: 1 } as const,
    { ...received, kind: 'log_item', quantity: 3 } as const,
    { ...received, projectId: 8, quantity: 1 },
  ];
  const events = [1, 30, 500].map((hours) => ({
    projectId: 7,
    publicKey: 'k',
    ageMs: hours * HOUR_MS,
  }));
  const counts = spreadOutcomes([{ atMs: NOW_MS - 60_000, sums }], events, NOW_MS);
  expect(counts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(0);
  const ages = counts
    .filter(({ kind, quantity }) => kind === 'error' && quantity > 0)
    .map(({ atMs, outcome }) => [outcome, (NOW_MS - atMs) / HOUR_MS]);
  expect(ages).toEqual([
    ['stored', 1],
    ['stored', 30],
    ['counted', 500],
  ]);
});
