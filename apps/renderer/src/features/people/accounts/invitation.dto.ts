import type { SignInWay } from './sign-in.dto.ts';

export interface InvitationProps {
  readonly ways: readonly SignInWay[];
  readonly arePasswordsOff: boolean;
  readonly visitor?: string;
  readonly isForAnother?: true;
  /** The only email address that may accept the invitation. Absent when the link alone suffices. */
  readonly email?: string;
  /** Role and projects in words, such as `as a member of Shop and Web`. */
  readonly as: string;
}
