import { Injectable } from '@nestjs/common';
import { intakeSettings, ProjectSettingsStore, SettingsStore } from '#product/projects/projects';
import type { ChangedBy, Project } from '#product/projects/projects';
import { Clock, parseAllowedOrigins, projectLimits } from '#shared';
import { isProjectSlug, toProjectSlug } from '#product/projects/projects/rules';
import { ArrayMaxSize, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { ownProjectSlug } from '../self-monitoring.ts';
import { areAllowed } from '../../../people/settings/index.ts';
import type { KeyScope } from '#shared';
import { ProjectsService } from '../projects.service.ts';
import { ProjectDeletions } from './project-deletions.ts';

class IntakeRules {
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(projectLimits.reportsPerMinute)
  readonly reportsPerMinute?: number;

  @IsOptional()
  @ArrayMaxSize(projectLimits.allowedOrigins)
  @IsString({ each: true })
  readonly allowedOrigins?: readonly string[];
}

export type ProjectCode =
  | 'project.name_length'
  | 'project.slug_invalid'
  | 'project.slug_taken'
  | 'project.slug_differs'
  | 'project.own'
  | 'project.too_many_keys'
  | 'project.key_unknown'
  | 'project.rate_invalid'
  | 'project.origins_invalid'
  | 'project.limits_outdated';

type Refused<Code extends ProjectCode> = { readonly ok: false; readonly code: Code };
export type ProjectResult<Code extends ProjectCode = ProjectCode> =
  | { readonly ok: true }
  | Refused<Code>;

export interface KeyDsn {
  readonly publicKey: string;
  readonly dsn: string;
  readonly isEnabled: boolean;
  readonly reportsPerMinute?: number;
  readonly label?: string;
  /** Kinds of events that the key may send. Absent when the key may send everything. */
  readonly scope?: KeyScope;
}

const SUGGESTIONS = 9;
const OK = { ok: true } as const;

/** Creates and changes projects. The methods do not check rights. Callers must do so. */
@Injectable()
export class ProjectSettingsService {
  constructor(
    private readonly store: ProjectSettingsStore,
    private readonly parts: SettingsStore,
    private readonly deletions: ProjectDeletions,
    private readonly projects: ProjectsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a project. When no slug is given, derives one from the name, and appends a number when
   * another project has this slug.
   */
  async create(
    request: { name: string; slug?: string | undefined; platform?: string },
    byUserId: number,
  ): Promise<
    | { readonly ok: true; readonly project: Project }
    | Refused<'project.name_length' | 'project.slug_invalid' | 'project.slug_taken'>
  > {
    const name = toName(request.name);
    if (name === undefined) return { ok: false, code: 'project.name_length' };
    const slugs = toSlugs(name, request.slug?.trim());
    if (slugs.length === 0) return { ok: false, code: 'project.slug_invalid' };
    const { platform } = request;
    const by = this.by(byUserId);
    for (const slug of slugs) {
      const project = await this.store.create({ slug, name, platform: platform || undefined }, by);
      if (project) return { ok: true, project };
    }
    return { ok: false, code: 'project.slug_taken' };
  }

  async rename(
    projectId: number,
    request: string,
    byUserId: number,
  ): Promise<ProjectResult<'project.name_length'>> {
    const name = toName(request);
    if (name === undefined) return { ok: false, code: 'project.name_length' };
    await this.store.rename(projectId, name, this.by(byUserId));
    return OK;
  }

  async setPlatform(projectId: number, platform: string, byUserId: number): Promise<void> {
    await this.store.setPlatform(projectId, platform, this.by(byUserId));
  }

  countIssues(projectId: number): Promise<number> {
    return this.deletions.countIssues(projectId);
  }

  async getLimitsVersion(projectId: number): Promise<number> {
    return (await this.parts.get(projectId, intakeSettings)).version;
  }

  /**
   * Deletes the project when `typed` equals its slug. Relays refuse the project's keys within two
   * seconds. The project's rows are deleted later, in steps.
   */
  async delete(
    { id, slug }: Pick<Project, 'id' | 'slug'>,
    typed: string,
    byUserId: number,
  ): Promise<ProjectResult<'project.slug_differs' | 'project.own'>> {
    if (slug === ownProjectSlug) return { ok: false, code: 'project.own' };
    if (typed.trim() !== slug) return { ok: false, code: 'project.slug_differs' };
    await this.deletions.delete(id, this.by(byUserId));
    return OK;
  }

  async listKeys(projectId: number): Promise<KeyDsn[]> {
    const keys = await this.store.listKeys(projectId);
    return keys.map(({ publicKey, enabled, reportsPerMinute, scope, label }) => ({
      publicKey,
      dsn: this.projects.toDsn({ projectId, publicKey }),
      isEnabled: enabled,
      reportsPerMinute,
      scope,
      label,
    }));
  }

  async addKey(
    projectId: number,
    byUserId: number,
    label?: string,
  ): Promise<{ readonly ok: true; readonly publicKey: string } | Refused<'project.too_many_keys'>> {
    const key = await this.store.addKey(projectId, this.by(byUserId), label);
    if (!key) return { ok: false, code: 'project.too_many_keys' };
    return { ok: true, publicKey: key.publicKey };
  }

  async labelKey(
    projectId: number,
    key: { publicKey: string; label: string },
    byUserId: number,
  ): Promise<ProjectResult<'project.key_unknown'>> {
    const isLabelled = await this.store.labelKey({ projectId, ...key }, this.by(byUserId));
    return isLabelled ? OK : { ok: false, code: 'project.key_unknown' };
  }

  /** The change takes effect within two seconds. */
  async setKeyEnabled(
    projectId: number,
    key: { publicKey: string; enabled: boolean },
    byUserId: number,
  ): Promise<ProjectResult<'project.key_unknown'>> {
    const isSet = await this.store.setKeyEnabled({ projectId, ...key }, this.by(byUserId));
    return isSet ? OK : { ok: false, code: 'project.key_unknown' };
  }

  /**
   * Sets two limits of the project. `rate` is the number of reports per minute that all keys may
   * send together. `origins` lists the origins whose pages may send reports, each on a line of its
   * own.
   *
   * When `rate` is blank, the relay's own limit applies. When `origins` is blank, pages of every
   * origin may send reports.
   *
   * The limits take effect within two seconds. Returns a refusal when others have changed the
   * limits after `version`.
   */
  async limit(
    projectId: number,
    limits: { readonly rate: string; readonly origins: string; readonly version: number },
    byUserId: number,
  ): Promise<
    ProjectResult<'project.rate_invalid' | 'project.origins_invalid' | 'project.limits_outdated'>
  > {
    const reportsPerMinute = toRate(limits.rate);
    const origins = parseAllowedOrigins(limits.origins);
    if (!areAllowed(IntakeRules, { reportsPerMinute })) {
      return { ok: false, code: 'project.rate_invalid' };
    }
    const allowedOrigins = origins && origins.length > 0 ? origins : undefined;
    if (!origins || !areAllowed(IntakeRules, { allowedOrigins })) {
      return { ok: false, code: 'project.origins_invalid' };
    }
    const patch = { reportsPerMinute, allowedOrigins };
    const outcome = await this.parts.patch(intakeSettings, {
      projectId,
      patch,
      byUserId,
      nowMs: this.clock.nowMs(),
      version: limits.version,
    });
    return outcome === 'conflict' ? { ok: false, code: 'project.limits_outdated' } : OK;
  }

  async limitKey(
    projectId: number,
    { publicKey, rate }: { publicKey: string; rate: string },
    byUserId: number,
  ): Promise<ProjectResult<'project.rate_invalid' | 'project.key_unknown'>> {
    const reportsPerMinute = toRate(rate);
    if (!areAllowed(IntakeRules, { reportsPerMinute })) {
      return { ok: false, code: 'project.rate_invalid' };
    }
    const key = { projectId, publicKey, reportsPerMinute };
    const isLimited = await this.store.limitKey(key, this.by(byUserId));
    return isLimited ? OK : { ok: false, code: 'project.key_unknown' };
  }

  private by(byUserId: number): ChangedBy {
    return { byUserId, nowMs: this.clock.nowMs() };
  }
}

/**
 * Returns undefined for blank text, and NaN for text that is no number. `IntakeRules` rejects NaN.
 */
function toRate(text: string): number | undefined {
  const digits = text.trim();
  if (digits === '') return undefined;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : NaN;
}

function toName(text: string): string | undefined {
  const name = text.trim();
  return name.length >= 1 && name.length <= projectLimits.nameLength ? name : undefined;
}

function toSlugs(name: string, requested: string | undefined): string[] {
  if (requested) return isProjectSlug(requested) ? [requested] : [];
  const slug = toProjectSlug(name);
  if (slug === undefined) return [];
  const stem = slug.slice(0, projectLimits.slugLength - 2);
  return [slug, ...Array.from({ length: SUGGESTIONS - 1 }, (_, index) => `${stem}-${index + 2}`)];
}
