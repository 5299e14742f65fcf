import type { Address } from '#shared';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { accountLimits } from '#shared';
import { Secret } from '../../../rendering/index.ts';

/**
 * Longest text accepted as a code. Recovery codes are the longest codes, and people may type them
 * with spaces.
 */
const CODE_LENGTH = 40;
const PASSKEY_LENGTH = 20_000;

export interface SignInWay {
  readonly name: string;
  readonly href: Address;
}

export class SignInDto {
  @IsString({ message: 'This is not an email address.' })
  @MaxLength(accountLimits.emailLength, { message: 'This is not an email address.' })
  readonly email!: string;

  @Secret()
  @IsString({ message: 'This is not a password.' })
  // The cost of hashing grows with the length of the password.
  @MaxLength(accountLimits.passwordMaxLength, { message: 'This is not a password.' })
  readonly password!: string;

  @Secret()
  @IsOptional()
  @IsString({ message: 'This is not a code.' })
  @MaxLength(CODE_LENGTH, { message: 'This is not a code.' })
  readonly code?: string;

  /**
   * Present when the form itself asks for the code of the second factor. When absent, another page
   * asks for the code.
   */
  @IsOptional()
  @IsString()
  readonly inPlace?: string;
}

export interface SecondFactorProps {
  readonly isConfirmation?: boolean;
  /** `PublicKeyCredentialRequestOptionsJSON`. Absent when the person has no passkey. */
  readonly passkey?: object;
  readonly email: string;
  readonly to: Address;
}

export class PasskeyAnswerDto {
  @Secret()
  @IsString({ message: 'This is no passkey.' })
  @MaxLength(PASSKEY_LENGTH, { message: 'This is no passkey.' })
  readonly credential!: string;
}

export class CodeDto {
  @Secret()
  @IsString({ message: 'This is not a code.' })
  @MaxLength(CODE_LENGTH, { message: 'This is not a code.' })
  readonly code!: string;
}
