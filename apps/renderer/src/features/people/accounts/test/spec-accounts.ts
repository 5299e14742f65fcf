import { createStores, openDatabase } from '#product';
import type { Stores } from '#product';
import { createTestDatabase } from '#persistence/testing';
import { Clock } from '#shared';
import { InvitationMail } from '../invitations/invitation-mail.ts';
import { InvitationsService } from '../invitations/invitations.service.ts';
import { AccountMailDeliveries } from '../../../alerting/channels/index.ts';
import { SignInWays } from '../access/sign-in-ways.ts';
import { type FactorResult, SecondFactors } from '../access/second-factors.ts';
import { AccountMail } from '../mail/account-mail.ts';
import { AccountNotices } from '../mail/account-notices.ts';
import { NewAccounts } from '../new-accounts.ts';
import { PasswordHasher } from '../hashing/password-hasher.ts';
import { OwnPassword } from '../passwords/own-password.ts';
import { PasswordChangeService } from '../passwords/password-change.service.ts';
import { PasswordPolicy } from '../passwords/password-policy.ts';
import { PasswordResetService } from '../passwords/password-reset.service.ts';
import { ResetRequests } from '../passwords/reset-requests.ts';
import { ResetTokens } from '../passwords/reset-tokens.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { SetupService } from '../setup/setup.service.ts';
import { SignInLimiter } from '../sign-in/sign-in-limiter.ts';
import { SignInWatch } from '../sign-in/sign-in-watch.ts';
import { SignInService } from '../sign-in/sign-in.service.ts';

export const PASSWORD = 'correct horse battery staple';
export const NOON_MS = Date.UTC(2026, 0, 5, 12);
export const CLIENT = { address: '192.0.2.1', userAgent: 'Firefox' };

const SECRET = 'a secret of thirty-two characters';

export const CHEAP = { memoryKib: 64, passes: 1 };

class HandClock extends Clock {
  #nowMs = NOON_MS;

  override nowMs(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

export class NoSecondFactors extends SecondFactors {
  override has(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override check(): Promise<FactorResult> {
    return Promise.resolve({ ok: false, code: 'accounts.wrong_code' });
  }

  override askForPasskey(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  override checkPasskey(): Promise<FactorResult> {
    return this.check();
  }

  override findDeadlineMs(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

class PasswordsAlone extends SignInWays {
  override list(): Promise<[]> {
    return Promise.resolve([]);
  }

  override arePasswordsOff(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override mayUsePassword(): Promise<boolean> {
    return Promise.resolve(true);
  }

  override mayUnlink(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override unlinkAll(): Promise<number> {
    return Promise.resolve(0);
  }
}

export async function openAccounts({ hasher }: { hasher?: PasswordHasher } = {}) {
  const { config, remove } = await createTestDatabase('sqlite');
  const database = openDatabase(config);
  await database.migrate(['platform', 'product']);
  const stores = createStores(database, { secret: SECRET });
  const clock = new HandClock();
  return {
    stores,
    clock,
    ...createServices(stores, clock, hasher ?? new PasswordHasher(CHEAP)),
    close: async () => {
      await database.close();
      await remove();
    },
  };
}

export function createServices(
  stores: Stores,
  clock: Clock,
  hasher: PasswordHasher,
  secondFactors: SecondFactors = new NoSecondFactors(),
) {
  const policy = new PasswordPolicy();
  const newAccounts = new NewAccounts(hasher, policy);
  const limiter = new SignInLimiter(stores.signInAttempts, clock);
  const own = new OwnPassword(stores.users, limiter, hasher);
  let owned = 0;
  const options = {
    secret: SECRET,
    basePath: '',
    publicUrl: 'http://localhost:3000',
    isMailSet: true,
    onOwned: () => void (owned += 1),
  };
  const tokens = new ResetTokens(stores.users, options, clock);
  // Never sends the delayed mails. A spec sends them with `onApplicationShutdown`.
  const neverLater = { runAfter: () => () => undefined };
  const mail = new AccountMail(new AccountMailDeliveries(stores.deliveries), options, clock);
  const invitations = new InvitationsService(
    stores.invitations,
    stores.projects,
    newAccounts,
    options,
    { prepare: () => () => Promise.resolve() },
    clock,
    stores.signInAttempts,
  );
  return {
    hasher,
    mail,
    resets: new PasswordResetService(stores.users, tokens, hasher, policy),
    resetRequests: new ResetRequests(
      stores.users,
      stores.signInAttempts,
      tokens,
      mail,
      clock,
      neverLater,
    ),
    notices: new AccountNotices(mail, clock),
    invitationMail: new InvitationMail(mail, invitations),
    limiter,
    watch: new SignInWatch(stores.signInAttempts, options, clock),
    countOwned: () => owned,
    signIn: new SignInService(
      stores.users,
      stores.sessions,
      limiter,
      hasher,
      secondFactors,
      new PasswordsAlone(),
      clock,
    ),
    sessions: new SessionsService(stores.sessions, clock),
    passwordChange: new PasswordChangeService(stores.users, own, hasher, policy),
    setup: new SetupService(stores.users, stores.installation, newAccounts, options, clock),
    invitations,
  };
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;
