import { type Capability, storeOf } from '#persistence/stores';
import { toInvited } from '../rules/index.ts';
import { InvitationStore } from './invitation.store.ts';
import { SessionStore } from './session.store.ts';
import { SignInAttemptStore } from './sign-in-attempt.store.ts';
import { UserStore } from './user.store.ts';
import { createAccounts } from './migrations/0002-create-accounts.ts';
import { tellHowSessionsBegan } from './migrations/0044-tell-how-sessions-began.ts';
import { noteMailedInvitations } from './migrations/0071-note-mailed-invitations.ts';
import { tables } from './account.tables.ts';

export const accounts = {
  tables,
  migrations: [createAccounts, tellHowSessionsBegan, noteMailedInvitations],
  stores: {
    users: { port: UserStore, open: (database, settings) => new UserStore(database, settings) },
    sessions: storeOf(SessionStore),
    invitations: storeOf(InvitationStore),
    signInAttempts: storeOf(SignInAttemptStore),
  },
  auditTexts: {
    person: 'People',
    'person.owner': ({ person, after }) =>
      after === true ? `made ${person} an owner` : `made ${person} an owner no longer`,
    'person.invited': ({ after }) => `invited ${toInvited(after)}`,
    'person.uninvited': ({ inProject, from }) =>
      `withdrew the invitation of ${from || 'somebody'}${inProject}`,
    'person.joined': ({ inProject, to }) => `accepted an invitation${inProject} as ${to}`,
    'person.password-changed': ({ person }) => `changed the password of ${person}`,
    'person.password-reset': ({ person }) => `set another password for ${person} by a link`,
    'person.enabled': ({ person, after }) =>
      `${after === true ? 'enabled' : 'disabled'} the account of ${person}`,
    'person.removed': ({ person, isPersonGone }) =>
      isPersonGone ? 'removed an account' : `removed the account of ${person}`,
    'person.reset-link': ({ person }) => `made a link by which ${person} sets another password`,
    'person.sessions-ended': ({ person }) => `signed ${person} out everywhere`,
  },
} as const satisfies Capability;
