import type { SignInWay } from './sign-in.dto.ts';
import type { ProjectRole } from '#product/people/accounts/rules';

export interface InvitationProps {
  /** Ways to accept it beside a password. */
  readonly ways: readonly SignInWay[];
  readonly arePasswordsOff: boolean;
  /** Who is signed in already: accepting is then one click. */
  readonly visitor?: string;
  /** They are not who it is for. */
  readonly isForAnother?: true;
  /** The only one that may accept. */
  readonly email?: string;
  /** What accepting gives; absent for ownership of everything. */
  readonly role?: ProjectRole;
  /** Names of the projects; empty for ownership. */
  readonly projects: readonly string[];
}
