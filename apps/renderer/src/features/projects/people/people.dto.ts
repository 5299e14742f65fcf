import { Equals, Matches } from 'class-validator';
import type { ActionOf, Address } from '#shared';
import type { ProjectRole } from '#product/people/accounts/rules';
import { WithdrawTokensDto } from '../../people/accounts/index.ts';
import type { InvitationListProps } from './invitation-list.dto.ts';

export interface PersonRow {
  readonly id: number;
  readonly email: string;
  readonly name?: string;
  readonly isOwner: boolean;
  readonly isDisabled: boolean;
  readonly isSelf: boolean;
  readonly hasSecondFactor: boolean;
  /** Name of the provider whose allowed domains would let the person back in after a removal. */
  readonly admittedBy?: string;
  readonly projects: readonly { readonly name: string; readonly role: ProjectRole }[];
  readonly moreProjects: number;
}

export interface PeopleProps {
  /** The text that people and invitations are searched for. */
  readonly find: string;
  /** Whether there are more people or invitations than the page shows. */
  readonly isLong: boolean;
  readonly people: readonly PersonRow[];
  readonly nextPage?: Address;
  readonly invited: InvitationListProps;
}

export class PersonDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such person.' })
  readonly user!: string;
}

export class SignedOutPersonDto extends WithdrawTokensDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such person.' })
  readonly user!: string;
}

export class RemovedPersonDto extends PersonDto {
  @Equals('remove', { message: 'Type remove to go on.' })
  readonly word!: string;
}

export interface MadeResetLink {
  readonly email: string;
  readonly link: string;
}

export type ResetLinkAction = ActionOf<'make-reset-link', PersonDto, MadeResetLink>;

export type PersonAction = ActionOf<string, PersonDto>;
