import type { Address } from '#shared';
import { IsString, MaxLength } from 'class-validator';
import { accountLimits } from '#shared';
import { Secret } from '../../../rendering/index.ts';

export interface SignInProps {
  /** Where it leads, within the console. */
  readonly to: Address;
}

export class SignInDto {
  @IsString({ message: 'This is not an email address.' })
  @MaxLength(accountLimits.emailLength, { message: 'This is not an email address.' })
  readonly email!: string;

  @Secret()
  @IsString({ message: 'This is not a password.' })
  // Hashing costs by what is hashed.
  @MaxLength(accountLimits.passwordMaxLength, { message: 'This is not a password.' })
  readonly password!: string;
}
