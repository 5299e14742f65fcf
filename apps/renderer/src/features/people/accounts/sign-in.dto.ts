import type { Address } from '#shared';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { accountLimits } from '#shared';
import { Secret } from '../../../rendering/index.ts';

/** Recovery codes are the longest, and may be typed with spaces. */
const CODE_LENGTH = 40;
const PASSKEY_LENGTH = 20_000;

/** A way to sign in beside the password. */
export interface SignInWay {
  /** Name of the provider. */
  readonly name: string;
  readonly href: Address;
}

export interface SignInProps {
  /** Where it leads, within the console. */
  readonly to: Address;
  /** Ways beside the password. */
  readonly ways: readonly SignInWay[];
  /** For all but the first owner. */
  readonly arePasswordsOff: boolean;
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

  /** A code of the second factor, which is asked for where the form stays on its page. */
  @Secret()
  @IsOptional()
  @IsString({ message: 'This is not a code.' })
  @MaxLength(CODE_LENGTH, { message: 'This is not a code.' })
  readonly code?: string;

  /** Present where the form stays on its page, so that the code is asked for there. */
  @IsOptional()
  @IsString()
  readonly inPlace?: string;
}

export interface SecondFactorProps {
  /** It is asked for before an owner's act, by who is signed in. */
  readonly isConfirmation?: boolean;
  /** `PublicKeyCredentialRequestOptionsJSON`; absent where the person has no passkey. */
  readonly passkey?: object;
  /** The person whose password was right. */
  readonly email: string;
  /** Where it leads, within the console. */
  readonly to: Address;
}

/** JSON of a credential of WebAuthn. */
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
