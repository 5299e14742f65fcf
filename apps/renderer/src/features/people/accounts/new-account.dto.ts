import { IsOptional, IsString, MaxLength } from 'class-validator';
import { accountLimits } from '#shared';
import { Secret } from '../../../rendering/index.ts';

export class NewAccountDto {
  @IsString({ message: 'This is not an email address.' })
  @MaxLength(accountLimits.emailLength, { message: 'This is not an email address.' })
  readonly email!: string;

  @IsOptional()
  @IsString({ message: 'This is not a name.' })
  readonly name?: string;

  @Secret()
  @IsString({ message: 'This is not a password.' })
  @MaxLength(accountLimits.passwordMaxLength, {
    message: `A password has at most ${accountLimits.passwordMaxLength} characters.`,
  })
  readonly password!: string;
}
