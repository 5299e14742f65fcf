import { Injectable } from '@nestjs/common';
import { PreferenceStore } from '#product/people/accounts';
import type { Access } from '../../people/accounts/index.ts';

const NAME = 'code-view';

export type ShownCode = 'original' | 'minified';

/** Whether somebody reads stacks as source maps have them, or as the code ran: for all events, until it is switched back. */
@Injectable()
export class CodeView {
  constructor(private readonly preferences: PreferenceStore) {}

  async find({ user }: Access): Promise<ShownCode> {
    const kept = user && (await this.preferences.find(user.id, NAME));
    return kept === 'minified' ? 'minified' : 'original';
  }

  /** Nothing is kept for a guest. */
  async keep({ user }: Access, shown: ShownCode): Promise<void> {
    if (user) await this.preferences.set(user.id, NAME, shown === 'minified' ? shown : undefined);
  }
}
