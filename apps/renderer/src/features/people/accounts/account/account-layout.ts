import type { PropsOf } from '#shared';
import { Layout } from '../../../../rendering/index.ts';
import type { LayoutLoader } from '../../../../rendering/index.ts';
import { Menus } from '../../menus/index.ts';
import type { Access } from '../access/access.ts';
import { CurrentAccess } from '../access/current-access.decorator.ts';
import { mayOpen } from '../access/declared-access.ts';
import { AccountEntry } from './account-menu.ts';

@Layout<PropsOf<AccountLayout['load']>>('accounts/account.layout')
export class AccountLayout implements LayoutLoader {
  constructor(private readonly menus: Menus) {}

  load(@CurrentAccess() access: Access) {
    return {
      sections: this.menus.list(AccountEntry, {
        mayOpen: (controller) => mayOpen(access, controller),
      }),
    };
  }
}
