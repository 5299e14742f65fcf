import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { errorCatalogue, projectRoles } from '#shared';
import type { ActionOf, ProjectRole, Role } from '#shared';

export interface ProjectRow {
  readonly slug: string;
  readonly name: string;
  /** What the visitor is in it. */
  readonly role: Role;
  /** They may change it. */
  readonly isManaged: boolean;
  /** For who may see keys, while one is enabled. */
  readonly dsn?: string;
}

export interface ProjectListProps {
  /** Those that the visitor may see, by id. */
  readonly projects: readonly ProjectRow[];
  readonly mayCreate: boolean;
}

export interface KeyRow {
  readonly publicKey: string;
  readonly dsn: string;
  readonly isEnabled: boolean;
  /** What it may send; absent: as the relay is set. */
  readonly reportsPerMinute?: number;
}

export interface MemberRow {
  readonly userId: number;
  readonly email: string;
  readonly name?: string;
  readonly role: ProjectRole;
  readonly isDisabled: boolean;
  /** It is the visitor. */
  readonly isSelf: boolean;
}

export interface ProjectSettingsProps {
  readonly slug: string;
  readonly name: string;
  /** What all its keys together may send; absent: as the relay is set. */
  readonly reportsPerMinute?: number;
  /** Whose pages may report; absent: any. */
  readonly allowedOrigins?: readonly string[];
  /** Oldest first. */
  readonly keys: readonly KeyRow[];
  readonly members: readonly MemberRow[];
  /** Address of the next page of members, when there are more. */
  readonly nextMembers?: string;
  /** Emails to add, for people who may see all others; everybody else invites. */
  readonly addable?: readonly string[];
  /** Into this project alone, latest first. */
  readonly invited: readonly InvitedRow[];
}

export interface InvitedRow {
  readonly invitation: number;
  /** Absent where anyone with the link may accept. */
  readonly email?: string;
  readonly role: ProjectRole;
  readonly expiresAtMs: number;
}

/** The link of a new invitation, which the page shows once. */
export interface MadeLink {
  readonly link: string;
  readonly email: string;
}

export class NewProjectDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;

  @IsOptional()
  @IsString({ message: 'This is not a slug.' })
  readonly slug?: string;
}

export class ProjectNameDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}

export class KeyDto {
  @IsString({ message: 'There is no such key.' })
  readonly key!: string;
}

export class RateDto {
  /** Blank: as the relay is set. */
  @IsString({ message: errorCatalogue['project.rate_invalid'].message })
  readonly rate!: string;
}

export class KeyRateDto extends RateDto {
  @IsString({ message: 'There is no such key.' })
  readonly key!: string;
}

export class OriginsDto {
  /** One a line; blank: any. */
  @IsString({ message: errorCatalogue['project.origins_invalid'].message })
  readonly origins!: string;
}

export class NewMemberDto {
  @IsString({ message: 'This is not an email address.' })
  readonly email!: string;

  @IsIn(projectRoles, { message: 'There is no such role.' })
  readonly role!: ProjectRole;
}

export type InviteMemberAction = ActionOf<'invite-member', NewMemberDto, MadeLink>;

export class InvitedDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such invitation.' })
  readonly invitation!: string;
}

export class TicketDto {
  @IsString({ message: errorCatalogue['accounts.not_member'].message })
  readonly ticket!: string;
}

export class MemberDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such person.' })
  readonly user!: string;
}

export class MemberRoleDto extends MemberDto {
  @IsIn(projectRoles, { message: 'There is no such role.' })
  readonly role!: ProjectRole;
}
