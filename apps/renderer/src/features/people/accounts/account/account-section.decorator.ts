import { applyDecorators, Controller } from '@nestjs/common';
import { UseLayouts } from '../../../../rendering/index.ts';
import { ForSignedIn } from '../access/declared-access.ts';
import { AccountLayout } from './account-layout.ts';
import { AccountEntry } from './account-menu.ts';

export interface AccountSectionOptions {
  readonly name: string;
  /** It is at `/account/<segment>`; absent of the first, which is at `/account`. */
  readonly segment?: string;
  readonly order: number;
}

/** Makes a controller a section of what is one's own: everybody who is signed in has it. */
export function AccountSection({ segment = '', ...entry }: AccountSectionOptions): ClassDecorator {
  return applyDecorators(
    Controller(`account/${segment}`),
    UseLayouts(AccountLayout),
    ForSignedIn(),
    AccountEntry(entry),
  );
}
