import { type Capability, storeOf } from '#persistence/stores';
import { InvitationStore } from './invitation.store.ts';
import { SessionStore } from './session.store.ts';
import { SignInAttemptStore } from './sign-in-attempt.store.ts';
import { UserStore } from './user.store.ts';
import { createAccounts } from './migrations/0002-create-accounts.ts';
import { tellHowSessionsBegan } from './migrations/0044-tell-how-sessions-began.ts';
import { tables } from './account.tables.ts';

export const accounts = {
  tables,
  migrations: [createAccounts, tellHowSessionsBegan],
  stores: {
    users: storeOf(UserStore),
    sessions: storeOf(SessionStore),
    invitations: storeOf(InvitationStore),
    signInAttempts: storeOf(SignInAttemptStore),
  },
} as const satisfies Capability;
