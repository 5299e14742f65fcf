import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { accountLimits } from '#shared';
import { Secret } from '../../../rendering/index.ts';
import type { MenuLink } from '../../../ui/menu-link.ts';
import { WithdrawTokensDto } from './withdraw-tokens.dto.ts';

export interface AccountLayoutProps {
  readonly sections: readonly MenuLink[];
}

export interface SessionRow {
  readonly id: number;
  readonly isThis: boolean;
  readonly browser: string;
  readonly address: string;
  readonly how: string;
  readonly createdAtMs: number;
  readonly lastSeenMs: number;
}

export interface AccountProps {
  readonly nowMs: number;
  readonly email: string;
  readonly name: string;
  readonly tokens: number;
  readonly sessions: readonly SessionRow[];
}

export class NameDto {
  @IsOptional()
  @IsString({ message: 'This is not a name.' })
  @MaxLength(accountLimits.nameLength, {
    message: `A name has at most ${accountLimits.nameLength} characters.`,
  })
  readonly name?: string;
}

export class PasswordChangeDto extends WithdrawTokensDto {
  @Secret()
  @IsString({ message: 'This is not your password.' })
  @MaxLength(accountLimits.passwordMaxLength, { message: 'This is not your password.' })
  readonly current!: string;

  @Secret()
  @IsString({ message: 'This is not a password.' })
  @MaxLength(accountLimits.passwordMaxLength, {
    message: `A password has at most ${accountLimits.passwordMaxLength} characters.`,
  })
  readonly next!: string;
}

export class SessionIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such session.' })
  readonly session!: string;
}
