import type { ValueProvider } from '@nestjs/common';
import type { Stores } from '#product';
import { errorCatalogue, to } from '#shared';
import type { Clock } from '#shared';
import type { Request } from 'express';
import type { RunningConfig } from '../../../config/renderer-config.ts';
import { AccountsOptions } from './accounts.options.ts';
import { NewAccounts } from './new-accounts.ts';
import { PasswordHasher } from './hashing/password-hasher.ts';
import { PasswordPolicy } from './passwords/password-policy.ts';
import { SessionCookies } from './sessions/session-cookies.ts';
import { SetupService } from './setup/setup.service.ts';

export interface AccountsSetup {
  /** `owner` becomes the first account when none exists. */
  readonly config: Pick<
    RunningConfig,
    'secret' | 'basePath' | 'publicUrl' | 'trustProxy' | 'isMailSet' | 'owner'
  >;
  readonly stores: Pick<Stores, 'installation' | 'users'>;
  readonly clock: Clock;
}

export interface OpenedAccounts {
  readonly providers: readonly ValueProvider[];
  /**
   * Reads the session token from the request's cookie without checking whether the session exists.
   */
  readonly bearer: (request: Request) => string | undefined;
  readonly unowned?: {
    /** Resolves when Errata gets an owner, even when another replica creates this owner. */
    readonly until: Promise<void>;
    /**
     * Path of the set-up page, with the set-up token. The first visitor who fills in the page
     * becomes the owner.
     */
    readonly setUpAddress: string;
  };
}

/**
 * Creates the owner that the environment variables name, when no account exists. Returns the
 * providers that `AccountsModule` needs. Rejects with a `RangeError` when the owner's email or
 * password is not acceptable.
 */
export async function openAccounts({
  config: { owner, secret, basePath, publicUrl, trustProxy, isMailSet },
  stores,
  clock,
}: AccountsSetup): Promise<OpenedAccounts> {
  const hasher = new PasswordHasher();
  const newAccounts = new NewAccounts(hasher, new PasswordPolicy());
  let onOwned = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    onOwned = resolve;
  });
  const trustsProxy = trustProxy !== undefined;
  const settings = { secret, basePath, publicUrl, trustsProxy, isMailSet, onOwned };
  const setup = new SetupService(stores.users, stores.installation, newAccounts, settings, clock);
  if (owner) await ensureOwner(setup, owner);
  const cookies = new SessionCookies(settings);
  const providers = [
    { provide: AccountsOptions, useValue: settings },
    { provide: PasswordHasher, useValue: hasher },
  ];
  const opened = { providers, bearer: (request: Request) => cookies.read(request) };
  if (!(await setup.isOpen())) return opened;
  return {
    ...opened,
    unowned: {
      until,
      setUpAddress: to('/setup', {}, { query: { token: await setup.getToken() } }),
    },
  };
}

async function ensureOwner(
  setup: SetupService,
  owner: { readonly email: string; readonly password: string },
): Promise<void> {
  const result = await setup.ensureOwner(owner);
  if (result.ok || result.code === 'accounts.set_up_already') return;
  throw new RangeError(
    `ERRATA_OWNER_EMAIL or ERRATA_OWNER_PASSWORD cannot be used: ${errorCatalogue[result.code].message}`,
  );
}
