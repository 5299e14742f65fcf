import { IsString, MaxLength } from 'class-validator';
import { accountLimits } from '#shared';
import type { ActionOf } from '#shared';
import { Secret } from '../../../rendering/index.ts';
import { WithdrawTokensDto } from './withdraw-tokens.dto.ts';

export class ResetRequestDto {
  @IsString({ message: 'This is not an email address.' })
  @MaxLength(accountLimits.emailLength, { message: 'This is not an email address.' })
  readonly email!: string;
}

export interface AskedReset {
  readonly email: string;
}

export type AskResetAction = ActionOf<'ask-reset', ResetRequestDto, AskedReset>;

export class NewPasswordDto extends WithdrawTokensDto {
  @Secret()
  @IsString({ message: 'This is not a password.' })
  @MaxLength(accountLimits.passwordMaxLength, {
    message: `A password has at most ${accountLimits.passwordMaxLength} characters.`,
  })
  readonly password!: string;
}
