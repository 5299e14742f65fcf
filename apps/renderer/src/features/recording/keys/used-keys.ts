import { Injectable } from '@nestjs/common';
import { OutcomeStore } from '#product/recording/outcomes';
import { Clock } from '#shared';
import { describeNumber } from '../../people/menus/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import { ProjectSettingsService } from '../../projects/projects/index.ts';
import type { KeyRow } from './keys.dto.ts';

@Injectable()
export class UsedKeys implements SectionState {
  constructor(
    private readonly settings: ProjectSettingsService,
    private readonly outcomes: OutcomeStore,
    private readonly clock: Clock,
  ) {}

  async describeState(projectId: number): Promise<string> {
    const keys = await this.settings.listKeys(projectId);
    return describeNumber(keys.filter(({ isEnabled }) => isEnabled).length, 'key', 'off');
  }

  async list(projectId: number): Promise<{ nowMs: number; keys: KeyRow[] }> {
    const nowMs = this.clock.nowMs();
    const [keys, used] = await Promise.all([
      this.settings.listKeys(projectId),
      this.outcomes.listKeyUse(projectId, nowMs),
    ]);
    const uses = new Map(used.map(({ publicKey, ...use }) => [publicKey, use]));
    return { nowMs, keys: keys.map((key) => ({ ...key, lastDay: 0, ...uses.get(key.publicKey) })) };
  }
}
