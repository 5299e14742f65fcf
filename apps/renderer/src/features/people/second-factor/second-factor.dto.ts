import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { ActionOf } from '#shared';
import { Secret } from '../../../rendering/index.ts';
import type { QrPath } from './qr-path.ts';

/** What an app needs that is to make codes. */
export interface PendingApp {
  /** In base 32 and groups of four, for who types it. */
  readonly secret: string;
  /** The same as an address, which opens an app on this device. */
  readonly address: string;
  readonly qr: QrPath;
}

export interface SecondFactorProps {
  readonly nowMs: number;
  readonly appSinceMs?: number;
  /** How many are not used. */
  readonly recoveryCodes: number;
  readonly pending?: PendingApp;
  /** Everybody needs a second factor. */
  readonly isRequired: boolean;
}

/** Shown once. */
export interface MadeCodes {
  readonly codes: readonly string[];
}

const NO_CODE = { message: 'This is not a code.' };

export class FactorCodeDto {
  @Secret()
  @IsString(NO_CODE)
  @MaxLength(40, NO_CODE)
  readonly code!: string;
}

export type FinishAppAction = ActionOf<'finish-app', FactorCodeDto, MadeCodes>;
export type MakeCodesAction = ActionOf<'make-codes', FactorCodeDto, MadeCodes>;
export type RemoveAction = ActionOf<'remove', FactorCodeDto>;

export interface SecondFactorRuleProps {
  readonly isRequired: boolean;
}

export class SecondFactorRuleDto {
  @IsOptional()
  @IsIn(['on'], { message: 'This is neither on nor off.' })
  readonly required?: 'on';
}

export type SaveRuleAction = ActionOf<'save', SecondFactorRuleDto>;
