import { Injectable } from '@nestjs/common';
import { PreferenceStore } from '#product/people/accounts';
import type { Access } from '../access/access.ts';

const NAME = 'single-keys';

/**
 * Whether keys do something by themselves. Who speaks to a browser switches them off: words that it hears would press them
 * (WCAG 2.1.4).
 */
@Injectable()
export class SingleKeys {
  constructor(private readonly preferences: PreferenceStore) {}

  /** They are on unless somebody has switched them off. */
  async areOff({ user }: Access): Promise<boolean> {
    return user !== undefined && (await this.preferences.find(user.id, NAME)) === 'off';
  }

  async switch(access: Access, areOn: boolean): Promise<void> {
    await this.preferences.set(access.getSignedIn().user.id, NAME, areOn ? undefined : 'off');
  }
}
