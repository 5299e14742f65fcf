import { IsArray, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { roles } from '#product/people/accounts/rules';
import type { ActionOf } from '#shared';
import type { ProjectRole, Role } from '#product/people/accounts/rules';

export interface OpenInvitation {
  readonly id: number;
  /** The only one that may accept; absent for whoever has the link. */
  readonly email?: string;
  /** Absent for ownership of everything. */
  readonly role?: ProjectRole;
  /** Names of the projects in which accepting gives the role. */
  readonly projects: readonly string[];
  /** Name or email. */
  readonly invitedBy: string;
  readonly expiresAtMs: number;
}

export interface InvitationListProps {
  /** Latest first. */
  readonly invitations: readonly OpenInvitation[];
  /** Into which somebody may be invited. */
  readonly projects: readonly { readonly id: number; readonly name: string }[];
}

/** What is shown of an invitation once, when it has been made. */
export interface MadeInvitation {
  /** Whoever has it may come in. */
  readonly link: string;
  readonly email?: string;
  /** It goes to that email as well. */
  readonly isMailed: boolean;
}

export class NewInvitationDto {
  @IsOptional()
  @IsString({ message: 'This is not an email address.' })
  readonly email?: string;

  @IsIn(roles, { message: 'There is no such role.' })
  readonly role!: Role;

  /** Ids; `projects[]` in a form. */
  @IsOptional()
  @IsArray({ message: 'There is no such project.' })
  @Matches(/^[1-9]\d{0,14}$/, { each: true, message: 'There is no such project.' })
  readonly projects?: readonly string[];
}

export type InviteAction = ActionOf<'invite', NewInvitationDto, MadeInvitation>;

export class InvitationDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such invitation.' })
  readonly invitation!: string;
}
