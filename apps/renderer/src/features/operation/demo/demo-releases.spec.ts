import { expect, it } from '@jest/globals';
import { readDemoProjects } from './demo-project.ts';
import { planMonitors } from './demo-monitors.ts';
import { planReleases } from './demo-releases.ts';
import { toSessionEnvelopes } from './demo-sessions.ts';

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
