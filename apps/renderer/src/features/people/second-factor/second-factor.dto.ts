import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { accountLimits } from '#shared';
import type { ActionOf } from '#shared';
import { Secret } from '../../../rendering/index.ts';
import type { QrPath } from './qr-path.ts';

export interface PendingApp {
  /** Base 32 in groups of four letters, for typing by hand. */
  readonly secret: string;
  readonly address: string;
  readonly qr: QrPath;
}

export interface PasskeyRow {
  readonly id: number;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs?: number;
}

export interface MadeCodes {
  readonly codes: readonly string[];
}

const NO_CODE = { message: 'This is not a code.' };
const NO_PASSWORD = { message: 'This is not your password.' };

export class FactorCodeDto {
  @Secret()
  @IsString(NO_CODE)
  @MaxLength(40, NO_CODE)
  readonly code!: string;
}

export class NewAppDto extends FactorCodeDto {
  /** Asked of people with a password who have no second factor yet. */
  @IsOptional()
  @IsString(NO_PASSWORD)
  @MaxLength(accountLimits.passwordMaxLength, NO_PASSWORD)
  readonly password?: string;
}

export class NewPasskeyDto {
  @Secret()
  @IsString({ message: 'This is no passkey.' })
  @MaxLength(20_000, { message: 'This is no passkey.' })
  readonly credential!: string;

  @IsString({ message: 'This is no name.' })
  @MaxLength(50, { message: 'A name has at most 50 characters.' })
  readonly name!: string;

  @IsOptional()
  @IsString(NO_PASSWORD)
  @MaxLength(accountLimits.passwordMaxLength, NO_PASSWORD)
  readonly password?: string;
}

export class PasskeyIdDto extends FactorCodeDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such passkey.' })
  readonly passkey!: string;
}

export type AddPasskeyAction = ActionOf<'add-passkey', NewPasskeyDto, MadeCodes>;
export type RemovePasskeyAction = ActionOf<'remove-passkey', PasskeyIdDto>;
export type FinishAppAction = ActionOf<'finish-app', NewAppDto, MadeCodes>;
export type MakeCodesAction = ActionOf<'make-codes', FactorCodeDto, MadeCodes>;
export type RemoveAction = ActionOf<'remove', FactorCodeDto>;

export class SecondFactorRuleDto {
  @IsOptional()
  @IsIn(['on'], { message: 'This is neither on nor off.' })
  readonly required?: 'on';
}

export type SaveRuleAction = ActionOf<'save', SecondFactorRuleDto>;
