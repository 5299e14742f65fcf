import { Injectable } from '@nestjs/common';
import { intakeSettings, SettingsStore } from '#product/projects/projects';
import { describeNumber } from '../../../../people/menus/index.ts';
import type { SectionState } from '../../../../people/menus/index.ts';

@Injectable()
export class LimitsState implements SectionState {
  constructor(private readonly settings: SettingsStore) {}

  async describeState(projectId: number): Promise<string> {
    const { reportsPerMinute, allowedOrigins = [] } = (
      await this.settings.get(projectId, intakeSettings)
    ).value;
    if (reportsPerMinute !== undefined) return `${reportsPerMinute.toLocaleString('en')} a min`;
    return describeNumber(allowedOrigins.length, 'origin', 'off');
  }
}
