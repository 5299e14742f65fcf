import { Equals, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { accountLimits } from '#shared';
import type { ActionOf } from '#shared';
import { WithdrawTokensDto } from '../../people/accounts/index.ts';

const NO_PASSWORD = { message: 'This is not your password.' };

export class PersonDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such person.' })
  readonly user!: string;
}

export class SignedOutPersonDto extends WithdrawTokensDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such person.' })
  readonly user!: string;
}

export class ResetFactorDto extends PersonDto {
  /** Asked of people with a password who reset their own factor. */
  @IsOptional()
  @IsString(NO_PASSWORD)
  @MaxLength(accountLimits.passwordMaxLength, NO_PASSWORD)
  readonly password?: string;
}

export class RemovedPersonDto extends PersonDto {
  @Equals('remove', { message: 'Type remove to go on.' })
  readonly word!: string;
}

export interface MadeResetLink {
  readonly email: string;
  readonly link: string;
}

export type ResetLinkAction = ActionOf<'make-reset-link', PersonDto, MadeResetLink>;

export type PersonAction = ActionOf<string, PersonDto>;
