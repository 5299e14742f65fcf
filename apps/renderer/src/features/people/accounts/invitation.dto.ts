import type { SignInWay } from './sign-in.dto.ts';
import type { ProjectRole } from '#product/people/accounts/rules';

export interface InvitationProps {
  readonly ways: readonly SignInWay[];
  readonly arePasswordsOff: boolean;
  readonly visitor?: string;
  readonly isForAnother?: true;
  /** The only email address that may accept the invitation. Absent when the link alone suffices. */
  readonly email?: string;
  /** Role in the projects. Absent when the invitation makes somebody an owner. */
  readonly role?: ProjectRole;
  readonly projects: readonly string[];
}
