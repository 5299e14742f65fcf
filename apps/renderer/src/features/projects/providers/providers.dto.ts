import {
  ArrayMaxSize,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import { accountLimits, isIssuer } from '#shared';
import type { ActionOf, Address, Choices } from '#shared';
import { roles } from '#product/people/accounts/rules';
import type { Role } from '#product/people/accounts/rules';
import { Secret } from '../../../rendering/index.ts';

export interface TrialStep {
  readonly name: string;
  readonly isRight: boolean;
  readonly detail: string;
  /** True when people can sign in in spite of the step. */
  readonly isAdvice?: boolean;
}

export interface GroupRow {
  readonly id: number;
  /** `*` means everybody. */
  readonly group: string;
  readonly role: Role;
  /** Names of projects. Absent when the rule covers all projects. */
  readonly projects?: readonly string[];
}

export interface ProviderRow {
  readonly key: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly domains: readonly string[];
  readonly groupsClaim: string;
  readonly trustsAddresses: boolean;
  readonly sessionDays: number;
  readonly redirectUri: string;
  /** True when environment variables configure the provider, so that this page cannot change it. */
  readonly isFixed: boolean;
  readonly linkHref: Address;
  /** True when the stored secret cannot be decrypted, because `ERRATA_SECRET` has changed. */
  readonly hasNoSecret: boolean;
  readonly groups: readonly GroupRow[];
}

export interface ProvidersProps {
  readonly providers: readonly ProviderRow[];
  /** A free slug for the next provider. */
  readonly nextSlug: string;
  /** Start of all redirect addresses. A slash and the slug follow. */
  readonly callback: string;
  readonly arePasswordsOff: boolean;
  /** Email of the only person who may sign in with a password while passwords are off. */
  readonly firstOwner: string;
  readonly projects: Choices;
}

const NO_TEXT = { message: 'This is no text.' };
const NO_PASSWORD = { message: 'This is not your password.' };
const NO_CODE = { message: 'This is not a code.' };

export class LinkDto {
  @IsString(NO_TEXT)
  readonly id!: string;

  @Secret()
  @IsString(NO_PASSWORD)
  @MaxLength(accountLimits.passwordMaxLength, NO_PASSWORD)
  readonly password!: string;

  @Secret()
  @IsOptional()
  @IsString(NO_CODE)
  @MaxLength(40, NO_CODE)
  readonly code?: string;
}

const NO_ISSUER =
  'This is not the issuer of a provider, like https://id.example.org. Without TLS it has to be on this machine or in its network.';

const SLUG = /^[a-z0-9][a-z0-9-]{0,49}$/;
const NO_PROVIDER = 'There is no such provider.';

export class ProviderFactsDto {
  @Matches(/^\s*\S[^]{0,49}$/, { message: 'A name has 1 to 50 characters.' })
  readonly name!: string;

  @MaxLength(500, { message: NO_ISSUER })
  @ValidateBy({
    name: 'isIssuer',
    validator: {
      validate: (text) => typeof text === 'string' && isIssuer(text.trim()),
      defaultMessage: () => NO_ISSUER,
    },
  })
  readonly issuer!: string;

  @Matches(/^\s*\S[^]{0,499}$/, { message: 'The provider has given you a client id.' })
  readonly clientId!: string;

  @Secret()
  @IsString(NO_TEXT)
  @MaxLength(2000, { message: 'This is not a client secret.' })
  readonly clientSecret!: string;

  @IsOptional()
  @IsString(NO_TEXT)
  readonly domains?: string;

  @IsOptional()
  @IsString(NO_TEXT)
  @MaxLength(100, { message: 'A claim has at most 100 characters.' })
  readonly groupsClaim?: string;

  @IsOptional()
  @IsIn(['on'], { message: 'This is neither on nor off.' })
  readonly trustsAddresses?: 'on';

  @IsOptional()
  @Matches(/^(?:[1-9]|[12]\d|30)$/, { message: 'A session lasts 1 to 30 days.' })
  readonly sessionDays?: string;
}

export class NewProviderDto extends ProviderFactsDto {
  @Matches(SLUG, { message: 'Use 1 to 50 small letters, digits and dashes.' })
  readonly slug!: string;
}

export class ProviderDto {
  @Matches(SLUG, { message: NO_PROVIDER })
  readonly provider!: string;
}

export class UnlinkDto {
  @MaxLength(2048, { message: NO_PROVIDER })
  readonly issuer!: string;
}

/** A blank `clientSecret` keeps the stored secret. */
export class ChangedProviderDto extends ProviderFactsDto {
  @Matches(SLUG, { message: NO_PROVIDER })
  readonly provider!: string;
}

export class NewGroupDto extends ProviderDto {
  @Matches(/^\s*\S[^]{0,199}$/, { message: 'A group has 1 to 200 characters; * is everybody.' })
  readonly group!: string;

  @IsIn(roles, { message: 'There is no such role.' })
  readonly role!: Role;

  @IsOptional()
  @IsIn(['on'], { message: 'This is neither on nor off.' })
  readonly everywhere?: 'on';

  @IsOptional()
  @ArrayMaxSize(1000, { message: 'There is no such project.' })
  @IsString({ each: true, message: 'There is no such project.' })
  readonly projects?: readonly string[];
}

export class GroupDto extends ProviderDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such group.' })
  readonly group!: string;
}

export class PasswordsDto {
  @IsOptional()
  @IsIn(['on'], { message: 'This is neither on nor off.' })
  readonly passwords?: 'on';
}

export interface Trial {
  readonly provider: string;
  readonly steps: readonly TrialStep[];
}

export type AddProviderAction = ActionOf<'add', NewProviderDto>;
export type ChangeProviderAction = ActionOf<'change', ChangedProviderDto>;
export type TryAction = ActionOf<'try', ProviderDto, Trial>;
export type AddGroupAction = ActionOf<'add-group', NewGroupDto>;
export type PasswordsAction = ActionOf<'passwords', PasswordsDto>;
export type LinkAction = ActionOf<'link', LinkDto>;
