import { Injectable } from '@nestjs/common';
import { privacySettings } from '#product/recording/privacy';
import { SettingsStore } from '#product/projects/projects';
import { Clock } from '#shared';
import type { PrivacyRules } from '#shared';
import { toPatch } from './privacy-rules.ts';

/** Does not check permissions; callers do. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {}

  async get(projectId: number): Promise<PrivacyRules> {
    return (await this.settings.get(projectId, privacySettings)).value;
  }

  /** Relays apply the rules within two seconds, to events that they process afterwards. */
  async set(projectId: number, rules: PrivacyRules, byUserId: number): Promise<void> {
    const change = { projectId, patch: toPatch(rules), byUserId, nowMs: this.clock.nowMs() };
    await this.settings.patch(privacySettings, change);
  }
}
