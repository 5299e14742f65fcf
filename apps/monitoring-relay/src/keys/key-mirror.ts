import { Inject, Injectable } from '@nestjs/common';
import { Clock, ErrataError, SystemClock } from '#shared';
import type { ErrorCode } from '#shared';
import { Logger } from '#telemetry/plain';
import { type KnownKey, type KnownProject, KeySource } from './key-source.ts';
import { KeyArchive, type MirroredKey } from '../spool/keys/key-archive.ts';

export type KeyCheck =
  | { readonly ok: true; readonly key: MirroredKey }
  | {
      readonly ok: false;
      readonly code: Extract<ErrorCode, 'report.key_unknown' | 'keys.unavailable'>;
    };

/**
 * When the keys were read longer ago than this, a key that is not among them may have been created
 * since.
 */
const ANSWER_LASTS_MS = 2000;

/** Holds all keys of all projects in memory, so that intake never waits for the database. */
@Injectable()
export class KeyMirror {
  private readonly logger = new Logger(KeyMirror.name);
  private keys = new Map<string, MirroredKey>();
  private archived = '';
  private answered: boolean | undefined;
  private askedAtMs = -Infinity;

  constructor(
    @Inject(KeySource) private readonly source: KeySource,
    @Inject(KeyArchive) private readonly archive: KeyArchive,
    @Inject(Clock) private readonly clock: Clock = new SystemClock(),
  ) {}

  async restore(): Promise<void> {
    this.take(await this.archive.read());
  }

  /** Reads the keys from the database. Resolves even when the database does not answer. */
  async refresh(): Promise<void> {
    const askedAtMs = this.clock.nowMs();
    try {
      const keys = await this.listKeys();
      this.askedAtMs = askedAtMs;
      this.noteAnswer(true);
      await this.adopt(keys);
    } catch (error) {
      // When only the spool could not be written, the keys in memory are up to date. The older keys
      // in the spool matter only after a restart.
      if (error instanceof ErrataError && error.code === 'spool.unavailable') return;
      this.noteAnswer(false, error);
    }
  }

  check(publicKey: string, projectId: number): KeyCheck {
    const key = this.keys.get(publicKey);
    if (key?.projectId === projectId && key.enabled) return { ok: true, key };
    // A known key can be refused at once. An unseen key may be newer than the mirror, unless the
    // database answered recently.
    const isDecided = key !== undefined || this.isDatabaseAnswering;
    return { ok: false, code: isDecided ? 'report.key_unknown' : 'keys.unavailable' };
  }

  findKeyOf(projectSlug: string): MirroredKey | undefined {
    return [...this.keys.values()].find(
      (key) => key.enabled && key.scope === undefined && key.projectSlug === projectSlug,
    );
  }

  findSlug(projectId: number): string | undefined {
    return [...this.keys.values()].find((key) => key.projectId === projectId)?.projectSlug;
  }

  hasProject(slug: string): boolean {
    return [...this.keys.values()].some(({ projectSlug }) => projectSlug === slug);
  }

  get isEmpty(): boolean {
    return this.keys.size === 0;
  }

  /**
   * True when the last query succeeded recently. The time limit detects a database that hangs. When
   * the clock was set back, an answer from the future does not count, because its age is unknown.
   */
  get isDatabaseAnswering(): boolean {
    const ageMs = Math.abs(this.clock.nowMs() - this.askedAtMs);
    return this.answered === true && ageMs < ANSWER_LASTS_MS;
  }

  private noteAnswer(isAnswering: boolean, error?: unknown): void {
    const wasAway = this.answered === false;
    this.answered = isAnswering;
    if (!isAnswering) {
      this.logger.noteAway('The database does not answer; reports wait in the spool.', error);
    } else if (wasAway) this.logger.noteBack('The database answers again.');
  }

  private async adopt(keys: readonly MirroredKey[]): Promise<void> {
    const fingerprint = JSON.stringify(keys);
    if (fingerprint === this.archived) return;
    this.take(keys);
    await this.archive.replace(keys);
    this.archived = fingerprint;
  }

  private async listKeys(): Promise<MirroredKey[]> {
    const [projects, keys] = await Promise.all([this.source.list(), this.source.listKeys()]);
    const byId = new Map(projects.map((project) => [project.id, project]));
    return keys.map((key) => toMirroredKey(key, byId.get(key.projectId)));
  }

  private take(keys: readonly MirroredKey[]): void {
    this.keys = new Map(keys.map((key) => [key.publicKey, key]));
  }
}

function toMirroredKey(
  { publicKey, projectId, enabled, reportsPerMinute: keyPerMinute, scope }: KnownKey,
  { slug = '', reportsPerMinute: projectPerMinute, allowedOrigins }: Partial<KnownProject> = {},
): MirroredKey {
  return {
    publicKey,
    projectId,
    projectSlug: slug,
    enabled,
    keyPerMinute,
    projectPerMinute,
    allowedOrigins,
    scope,
  };
}
