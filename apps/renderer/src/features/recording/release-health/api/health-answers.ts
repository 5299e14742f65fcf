import { HttpException, Injectable } from '@nestjs/common';
import { NameStore } from '#product/recording/counts';
import type { BoundedKind } from '#product/recording/counts';
import type { Project } from '#product/projects/projects';
import { ReleaseHealthStore } from '#product/recording/release-health';
import { toReleaseNumbers } from '#product/recording/release-health/rules';
import type { ReleaseNumbers } from '#product/recording/release-health/rules';
import { Clock, sessionLimits } from '#shared';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { toReleaseAddress } from '../release-address.pipe.ts';
import { FIGURES_OF_MS } from '../release-figures.ts';

const HOUR_MS = 3_600_000;
const MOST_AN_HOUR = 20;

/** Bounds how many names a token gives a place within an hour of the clock, in this process. */
export class WatchedNames {
  private hour = 0;
  private readonly names = new Map<string, Set<string>>();

  /** Returns false when the token has asked for too many names. The same ones may be asked again. */
  take(token: string, names: Iterable<string>, nowMs: number): boolean {
    const hour = Math.floor(nowMs / HOUR_MS);
    if (hour !== this.hour) this.names.clear();
    this.hour = hour;
    const taken = new Set([...(this.names.get(token) ?? []), ...names]);
    if (taken.size > MOST_AN_HOUR) return false;
    this.names.set(token, taken);
    return true;
  }
}

export interface AskedHealth {
  readonly version: string;
  /** Slugs or ids. Empty means all projects that the token may read. */
  readonly projects: readonly string[];
  readonly environment: string | undefined;
}

export type HealthOfRelease = ReleaseNumbers & { readonly version: string };

const DAY_MS = 86_400_000;
const TOO_MANY =
  'This token has asked for too many releases and environments within the hour. Ask again later.';

/** Pairs of names are those of sessions. */
const HIDDEN: Readonly<Record<BoundedKind, 'release' | 'environment' | 'session'>> = {
  release: 'release',
  environment: 'environment',
  pair: 'session',
};

/** Answers API requests about sessions of releases, with the figures of the page of a release. */
@Injectable()
export class HealthAnswers {
  private readonly watched = new WatchedNames();

  constructor(
    private readonly health: ReleaseHealthStore,
    private readonly names: NameStore,
    private readonly programProjects: ProgramProjects,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async list(access: Access, asked: AskedHealth): Promise<readonly object[]> {
    return (await this.find(access, asked)).map((each) => this.toAnswer(each));
  }

  /** Resolves with the numbers of releases with this version that have sessions. */
  async find(
    access: Access,
    { version, projects, environment }: AskedHealth,
  ): Promise<readonly HealthOfRelease[]> {
    const projectIds = (await this.listProjects(access, projects)).map(({ id }) => id);
    if (projectIds.length === 0) return [];
    const versions = await this.health.listReleases(version, projectIds);
    if (versions.length === 0) return [];
    const sinceMs = this.clock.nowMs() - FIGURES_OF_MS;
    const where = environment === undefined ? {} : { environment };
    const sums = await this.health.sumByRelease({ projectIds, sinceMs, versions, ...where });
    return versions
      .map((each) => ({ version: each, ...toReleaseNumbers(sums, { version: each, projectIds }) }))
      .filter(({ sessions }) => sessions > 0);
  }

  /**
   * Keeps a place for the release and the environment in the counts of the projects. Answers where
   * names ran out: for events within the last `seconds`, for sessions since the figures begin.
   */
  async watch(
    access: Access,
    { version, projects, environment, seconds }: AskedHealth & { readonly seconds: number },
  ): Promise<readonly object[]> {
    const asked = await this.listProjects(access, projects);
    const nowMs = this.clock.nowMs();
    const { releaseLength, environmentLength } = sessionLimits;
    const told = asked.flatMap(({ id: projectId }) => [
      ...(version.length <= releaseLength
        ? [{ projectId, kind: 'release' as const, name: version }]
        : []),
      ...(environment !== undefined && environment.length <= environmentLength
        ? [{ projectId, kind: 'environment' as const, name: environment }]
        : []),
    ]);
    const names = new Set(told.map(({ kind, name }) => `${kind} ${name}`));
    if (!this.watched.take(access.id ?? '', names, nowMs)) throw new HttpException(TOO_MANY, 429);
    await this.names.tell(told, nowMs);
    const eventsFromMs = nowMs - seconds * 1000;
    const sessionsFromMs = Math.floor((nowMs - FIGURES_OF_MS) / DAY_MS) * DAY_MS;
    const slugs = new Map(asked.map(({ id, slug }) => [id, slug]));
    const fromMs = Math.min(eventsFromMs, sessionsFromMs);
    const shortages = await this.names.listShortages([...slugs.keys()], { sinceMs: fromMs, nowMs });
    return shortages
      .filter(({ kind, lastAtMs }) => kind === 'pair' || lastAtMs >= eventsFromMs)
      .map(({ projectId, kind, lastAtMs }) => ({
        project: slugs.get(projectId),
        names: HIDDEN[kind],
        lastAt: new Date(lastAtMs).toISOString(),
      }));
  }

  private listProjects(access: Access, names: readonly string[]): Promise<readonly Project[]> {
    return names.length === 0
      ? this.programProjects.listWith(access, 'issues.read')
      : this.programProjects.require(access, names, 'issues.read');
  }

  private toAnswer({
    version,
    sessions,
    crashed,
    failed,
    failedOf,
    crashFree,
    unhandledFree,
    users,
    crashFreeUsers,
  }: HealthOfRelease): object {
    const address = toReleaseAddress(version);
    return {
      version,
      sessions,
      crashed,
      crashFreeSessions: toPercent(crashFree),
      failed,
      failedOf,
      unhandledFreeSessions: toPercent(unhandledFree),
      users,
      crashFreeUsers: toPercent(crashFreeUsers),
      permalink: address === undefined ? null : `${this.config.publicUrl}${address}`,
    };
  }
}

function toPercent(share: number | undefined): number | null {
  return share === undefined ? null : share * 100;
}
