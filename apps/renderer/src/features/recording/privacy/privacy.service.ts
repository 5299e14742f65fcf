import { Injectable } from '@nestjs/common';
import { privacySettings } from '#product/recording/privacy';
import { SettingsStore } from '#product/projects/projects';
import { Clock } from '#shared';
import type { PrivacyRules } from '#shared';
import { toPatch } from './privacy-rules.ts';

/** What projects hide. Whether somebody may set it is the caller's to know. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {}

  async get(projectId: number): Promise<PrivacyRules> {
    return (await this.settings.get(projectId, privacySettings)).value;
  }

  /** It counts within two seconds, for events that are processed from then on. */
  async set(projectId: number, rules: PrivacyRules, byUserId: number): Promise<void> {
    const change = { projectId, patch: toPatch(rules), byUserId, nowMs: this.clock.nowMs() };
    await this.settings.patch(privacySettings, change);
  }
}
