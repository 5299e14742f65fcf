import { IsArray, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { errorCatalogue } from '#shared';
import { projectRoles } from '#product/people/accounts/rules';
import type { ActionOf, Address } from '#shared';
import type { ProjectRole } from '#product/people/accounts/rules';

export interface MemberRow {
  readonly userId: number;
  readonly email: string;
  readonly name?: string;
  readonly role: ProjectRole;
  readonly isDisabled: boolean;
  /** It is the visitor. */
  readonly isSelf: boolean;
}

export interface MembersProps {
  /** Of the project. */
  readonly name: string;
  readonly members: readonly MemberRow[];
  /** Address of the next page of members, when there are more. */
  readonly nextMembers?: Address;
  /** People to add, and other projects to add them to; absent without the right to see all people. */
  readonly addable?: Addable;
  /** Invitations into this project, latest first. Whoever may not see all people is shown those into this one alone. */
  readonly invited: readonly InvitedRow[];
}

export interface Addable {
  /** Emails of people with an account. */
  readonly emails: readonly string[];
  /** All projects but this one. */
  readonly others: readonly { readonly id: number; readonly name: string }[];
}

export interface InvitedRow {
  readonly invitation: number;
  /** Absent for whoever has the link. */
  readonly email?: string;
  readonly role: ProjectRole;
  /** Names of the other projects that it leads into. */
  readonly others: readonly string[];
  readonly expiresAtMs: number;
}

/** What is shown of an invitation once, when it has been made. */
export interface MadeLink {
  readonly link: string;
  readonly email: string;
  /** It goes to that email as well. */
  readonly isMailed: boolean;
}

export class NewMemberDto {
  @IsString({ message: 'This is not an email address.' })
  readonly email!: string;

  @IsIn(projectRoles, { message: 'There is no such role.' })
  readonly role!: ProjectRole;
}

/** `add-member` */
export class AddedMemberDto extends NewMemberDto {
  /** Ids of more projects; `projects[]` in a form. */
  @IsOptional()
  @IsArray({ message: 'There is no such project.' })
  @Matches(/^[1-9]\d{0,14}$/, { each: true, message: 'There is no such project.' })
  readonly projects?: readonly string[];
}

export type AddMemberAction = ActionOf<'add-member', AddedMemberDto, MadeLink>;
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
