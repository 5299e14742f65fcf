import { Equals, Matches } from 'class-validator';
import type { ActionOf, Address } from '#shared';
import type { ProjectRole } from '#product/people/accounts/rules';
import type { InvitationListProps } from './invitation-list.dto.ts';

export interface PersonRow {
  readonly id: number;
  readonly email: string;
  readonly name?: string;
  readonly isOwner: boolean;
  readonly isDisabled: boolean;
  /** It is the visitor. */
  readonly isSelf: boolean;
  readonly hasSecondFactor: boolean;
  readonly projects: readonly { readonly name: string; readonly role: ProjectRole }[];
}

export interface PeopleProps {
  /** Those not removed, in the order in which they came. */
  readonly people: readonly PersonRow[];
  /** Address of the next page, when there are more. */
  readonly nextPage?: Address;
  readonly invited: InvitationListProps;
}

export class PersonDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such person.' })
  readonly user!: string;
}

export class RemovedPersonDto extends PersonDto {
  @Equals('remove', { message: 'Type remove to go on.' })
  readonly word!: string;
}

/** What is shown once of a link by which somebody chooses another password. */
export interface MadeResetLink {
  readonly email: string;
  readonly link: string;
}

export type ResetLinkAction = ActionOf<'make-reset-link', PersonDto, MadeResetLink>;

/** Any change of what somebody is. */
export type PersonAction = ActionOf<string, PersonDto>;
