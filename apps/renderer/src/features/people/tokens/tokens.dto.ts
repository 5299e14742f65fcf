import { ArrayNotEmpty, IsArray, IsIn, IsString, Length, Matches } from 'class-validator';
import { scopes } from '#product/people/tokens/rules';
import type { Scope } from '#product/people/tokens/rules';
import { tokenLimits } from '#shared';
import type { ActionOf } from '#shared';

export interface TokenLine {
  readonly id: number;
  readonly name: string;
  /** Its last characters. */
  readonly hint: string;
  readonly scopes: readonly Scope[];
  /** Name or email of who made it; absent where the operator's command did. */
  readonly madeBy?: string;
  readonly createdAtMs: number;
  /** Absent: never. */
  readonly expiresAtMs?: number;
  /** Absent: never. */
  readonly lastUsedAtMs?: number;
}

export interface TokensProps {
  readonly nowMs: number;
  readonly isOfOrganisation: boolean;
  /** The newest first. */
  readonly tokens: readonly TokenLine[];
  /** Where clients reach Errata: tokens of the organisation name it. */
  readonly address: string;
  /** Slug of the organisation. */
  readonly organisation: string;
}

/** A new token, as its maker sees it once. */
export interface MadeToken {
  readonly token: string;
  readonly name: string;
}

/** Days after which a token expires. */
export const lifetimes = ['', '30', '90', '365'] as const;

export class NewTokenDto {
  @IsString({ message: 'Name the token by what uses it.' })
  @Length(1, tokenLimits.nameLength, { message: 'A name has 1 to 100 characters.' })
  readonly name!: string;

  /** `scopes[]` in a form. */
  @IsArray({ message: 'Choose at least one scope.' })
  @ArrayNotEmpty({ message: 'Choose at least one scope.' })
  @IsIn(scopes, { each: true, message: 'There is no such scope.' })
  readonly scopes!: readonly Scope[];

  @IsIn(lifetimes, { message: 'Choose when the token expires.' })
  readonly days: (typeof lifetimes)[number] = '';
}

export class TokenIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such token.' })
  readonly token!: string;
}

export type MakeTokenAction = ActionOf<'make-token', NewTokenDto, MadeToken>;
