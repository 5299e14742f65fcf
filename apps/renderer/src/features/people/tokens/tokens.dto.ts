import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsIn,
  IsOptional,
  IsString,
  Length,
  Matches,
} from 'class-validator';
import { scopes } from '#product/people/accounts/rules';
import type { Scope } from '#product/people/accounts/rules';
import { tokenLimits } from '#shared';
import type { ActionOf } from '#shared';

export interface TokenLine {
  readonly id: number;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  /** Name or email of the person who made the token. Absent when an operator's command made it. */
  readonly madeBy?: string;
  readonly createdAtMs: number;
  readonly expiresAtMs?: number;
  readonly lastUsedAtMs?: number;
}

export interface TokensProps {
  readonly nowMs: number;
  readonly isOfOrganisation: boolean;
  readonly tokens: readonly TokenLine[];
  /** Address at which clients reach Errata. Tokens of the organisation contain this address. */
  readonly address: string;
  readonly organisation: string;
}

export interface MadeToken {
  readonly token: string;
  readonly name: string;
}

export const lifetimes = ['', '30', '90', '365'] as const;

export class NewTokenDto {
  @IsString({ message: 'Name the token by what uses it.' })
  @Length(1, tokenLimits.nameLength, { message: 'A name has 1 to 100 characters.' })
  readonly name!: string;

  /** Named `scopes[]` in the form. */
  @ArrayNotEmpty({ message: 'Choose at least one scope.' })
  @ArrayMaxSize(scopes.length, { message: 'Choose each scope once.' })
  @IsIn(scopes, { each: true, message: 'There is no such scope.' })
  readonly scopes!: readonly Scope[];

  /** The empty text means never. When absent, a person's token ends after the usual time. */
  @IsOptional()
  @IsIn(lifetimes, { message: 'Choose when the token expires.' })
  readonly days?: (typeof lifetimes)[number];
}

export class TokenIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such token.' })
  readonly token!: string;
}

export type MakeTokenAction = ActionOf<'make-token', NewTokenDto, MadeToken>;
