import { type Capability, storeOf } from '#persistence/stores';
import { InvitationStore } from './invitation.store.ts';
import { KyselyInvitationStore } from './kysely-invitation.store.ts';
import { KyselyMembershipStore } from './kysely-membership.store.ts';
import { KyselySessionStore } from './kysely-session.store.ts';
import { KyselySignInAttemptStore } from './kysely-sign-in-attempt.store.ts';
import { KyselyUserStore } from './kysely-user.store.ts';
import { MembershipStore } from './membership.store.ts';
import { createAccounts } from './migrations/0002-create-accounts.ts';
import { SessionStore } from './session.store.ts';
import { SignInAttemptStore } from './sign-in-attempt.store.ts';
import { UserStore } from './user.store.ts';
import { tables } from './account.tables.ts';

/** People: their accounts, sessions and invitations, and the projects that they are in. */
export const accounts = {
  tables,
  migrations: [createAccounts],
  stores: {
    users: storeOf(UserStore, KyselyUserStore),
    sessions: storeOf(SessionStore, KyselySessionStore),
    memberships: storeOf(MembershipStore, KyselyMembershipStore),
    invitations: storeOf(InvitationStore, KyselyInvitationStore),
    signInAttempts: storeOf(SignInAttemptStore, KyselySignInAttemptStore),
  },
} as const satisfies Capability;
