import { ArrayMaxSize, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { errorCatalogue } from '#shared';
import { projectRoles } from '#product/people/accounts/rules';
import type { ActionOf, Choices } from '#shared';
import type { ProjectRole } from '#product/people/accounts/rules';

export interface Addable {
  readonly emails: readonly string[];
  readonly others: Choices;
}

export interface InvitedRow {
  readonly invitation: number;
  /** Absent when the link alone suffices to accept. */
  readonly email?: string;
  readonly role: ProjectRole;
  readonly others: readonly string[];
  readonly expiresAtMs: number;
  readonly canSendAgain: boolean;
}

export interface MadeLink {
  /** Absent when the mail alone has it. */
  readonly link?: string;
  readonly email: string;
  readonly isMailed: boolean;
  readonly makesAccounts: boolean;
}

export class NewMemberDto {
  @IsString({ message: 'This is not an email address.' })
  readonly email!: string;

  @IsIn(projectRoles, { message: 'There is no such role.' })
  readonly role!: ProjectRole;
}

export class AddedMemberDto extends NewMemberDto {
  /** Slugs or names of further projects. Named `projects[]` in the form. */
  @IsOptional()
  @ArrayMaxSize(1000, { message: 'There is no such project.' })
  @IsString({ each: true, message: 'There is no such project.' })
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
