import { Injectable } from '@nestjs/common';
import { PreferenceStore } from '#product/people/accounts';
import type { Access } from '../../people/accounts/index.ts';

const NAME = 'code-view';

export type ShownCode = 'original' | 'minified';

/** Remembers for each person whether stack traces show original or minified code. */
@Injectable()
export class CodeView {
  constructor(private readonly preferences: PreferenceStore) {}

  async find({ user }: Access): Promise<ShownCode> {
    const kept = user && (await this.preferences.find(user.id, NAME));
    return kept === 'minified' ? 'minified' : 'original';
  }

  async keep({ user }: Access, shown: ShownCode): Promise<void> {
    if (user) await this.preferences.set(user.id, NAME, shown === 'minified' ? shown : undefined);
  }
}
