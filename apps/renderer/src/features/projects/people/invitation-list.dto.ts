import { ArrayMaxSize, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { roles } from '#product/people/accounts/rules';
import type { ActionOf, Choices } from '#shared';
import type { ProjectRole, Role } from '#product/people/accounts/rules';

export interface OpenInvitation {
  readonly id: number;
  /** The only email address that may accept. Absent when the link alone suffices. */
  readonly email?: string;
  readonly role?: ProjectRole;
  readonly projects: readonly string[];
  readonly invitedBy: string;
  readonly expiresAtMs: number;
}

export interface InvitationListProps {
  readonly invitations: readonly OpenInvitation[];
  /** Whether there are older invitations, which are found by their address alone. */
  readonly isCut: boolean;
  readonly projects: Choices;
}

export interface MadeInvitation {
  readonly link: string;
  readonly email?: string;
  readonly isMailed: boolean;
}

export class NewInvitationDto {
  @IsOptional()
  @IsString({ message: 'This is not an email address.' })
  readonly email?: string;

  @IsIn(roles, { message: 'There is no such role.' })
  readonly role!: Role;

  /** Slugs or names of projects. Named `projects[]` in the form. */
  @IsOptional()
  @ArrayMaxSize(1000, { message: 'There is no such project.' })
  @IsString({ each: true, message: 'There is no such project.' })
  readonly projects?: readonly string[];
}

export type InviteAction = ActionOf<'invite', NewInvitationDto, MadeInvitation>;

export class InvitationDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such invitation.' })
  readonly invitation!: string;
}
