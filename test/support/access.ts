import { execFileSync } from 'node:child_process';
import { createStores, openDatabase } from '#product';
import type { Scope } from '#product/people/accounts/rules';
import { hashToken } from '#product/people/tokens';
import { addPeople } from '#product/testing';
import { root } from '../../scripts/support/root.mjs';
import type { StartedErrata } from './started-errata.ts';

export const OWNER = { email: 'ada@example.org', password: 'correct horse battery staple' };

/** Settings by which Errata has this owner from its start. */
export const owned = {
  ERRATA_OWNER_EMAIL: OWNER.email,
  ERRATA_OWNER_PASSWORD: OWNER.password,
};

/** Signs the owner in and returns the cookie of the session. */
export async function signInOwner({ url }: Pick<StartedErrata, 'url'>): Promise<string> {
  const { headers } = await fetch(`${url}/sign-in?_action=sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: url },
    body: new URLSearchParams(OWNER),
  });
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Adds an owner, and a token of the owner with this text. */
export async function addOwnersToken(
  { dataDir }: StartedErrata,
  { text, scopes }: { readonly text: string; readonly scopes: readonly Scope[] },
): Promise<void> {
  const database = openDatabase({ dataDir });
  const stores = createStores(database, { secret: 'a secret of the specs' });
  const [owner] = await addPeople(stores, ['owner']);
  const about = { name: 'ci', hint: 'spec', scopes, createdAtMs: Date.now(), userId: owner!.id };
  await stores.tokens.create({ ...about, hash: hashToken(text) });
  await database.close();
}

/** Makes a token of the organisation by the operator's command. */
export function printToken(
  { dataDir, url }: StartedErrata,
  scopes: readonly Scope[],
  settings: Readonly<Record<string, string>> = {},
): string {
  const asked = scopes.flatMap((each) => ['--scope', each]);
  return printLine({ dataDir, url }, ['token', '--name', 'ci', ...asked], settings);
}

/** Returns the last line that an operator's command prints. */
export function printLine(
  { dataDir, url }: Pick<StartedErrata, 'dataDir' | 'url'>,
  command: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): string {
  const args = ['scripts/errata.mjs', ...command];
  const env = { ...process.env, DATA_DIR: dataDir, PORT: new URL(url).port, ...settings };
  const printed = execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return printed.trim().split('\n').at(-1)!;
}
