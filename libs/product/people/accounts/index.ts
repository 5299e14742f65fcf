export { accounts } from './store/index.ts';
export { preferences, PreferenceStore } from './store/preferences/preference.store.ts';
export { InvitationStore } from './store/invitation.store.ts';
export type {
  Acceptance,
  Grant,
  Invitation,
  InvitationsInto,
  Invitee,
  NewLink,
} from './store/invitation.types.ts';
export { toResetPath } from './store/reset-path.ts';
export { SessionStore } from './store/session.store.ts';
export type { Session } from './store/session.store.ts';
export { SignInAttemptStore } from './store/sign-in-attempt.store.ts';
export type { CountedKey } from './store/sign-in-attempt.store.ts';
export { toUser, USER_COLUMNS } from './store/user-row.ts';
export { UserStore } from './store/user.store.ts';
export { withdrawInvitationsFor } from './store/withdraw-invitations.ts';
export type { NewUser, StandingChange, User } from './store/user.types.ts';
