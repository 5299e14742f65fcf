import { Injectable } from '@nestjs/common';
import { readMinified } from '#events';
import { PreferenceStore } from '#product/people/accounts';
import type { EventInIssue } from '#product/recording/storage';
import type { NormalisedEvent } from '#shared';
import type { Access } from '../../people/accounts/index.ts';

const NAME = 'code-view';

export type ShownCode = 'original' | 'minified';

/** Remembers for each person whether stack traces show original or minified code. */
@Injectable()
export class CodeView {
  constructor(private readonly preferences: PreferenceStore) {}

  /** Returns the event with its minified places when it has such, and the person wants them. */
  async apply(
    event: NormalisedEvent,
    { payload }: EventInIssue,
    access: Access,
  ): Promise<NormalisedEvent> {
    if (!event.mapping || !payload) return event;
    return (await this.find(access)) === 'minified' ? readMinified(payload.json) : event;
  }

  private async find({ user }: Access): Promise<ShownCode> {
    const kept = user && (await this.preferences.find(user.id, NAME));
    return kept === 'minified' ? 'minified' : 'original';
  }

  async keep({ user }: Access, shown: ShownCode): Promise<void> {
    if (user) await this.preferences.set(user.id, NAME, shown === 'minified' ? shown : undefined);
  }
}
