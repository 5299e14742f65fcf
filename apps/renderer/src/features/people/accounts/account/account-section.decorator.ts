import { applyDecorators, Controller } from '@nestjs/common';
import { UseLayouts } from '../../../../rendering/index.ts';
import { ForSignedIn } from '../access/declared-access.ts';
import { AccountLayout } from './account-layout.ts';
import { AccountEntry } from './account-menu.ts';

export interface AccountSectionOptions {
  readonly name: string;
  /** Last part of the path `/account/<segment>`. Absent for the first section, at `/account`. */
  readonly segment?: string;
  readonly order: number;
}

/**
 * Makes a controller a section of the account pages. All signed-in people may open the section.
 */
export function AccountSection({ segment = '', ...entry }: AccountSectionOptions): ClassDecorator {
  return applyDecorators(
    Controller(`account/${segment}`),
    UseLayouts(AccountLayout),
    ForSignedIn(),
    AccountEntry(entry),
  );
}
