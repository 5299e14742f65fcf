import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SchemaMigration } from '../../../migrations/migration.ts';
import { UserSeal } from '../user-seal.ts';

/** Users are counted by hashes with a key: those of before get theirs, so that nobody counts twice (ADR 100). */
export const sealedUsers: SchemaMigration = {
  name: '0031-sealed-users',
  async up(db, _columns, secret) {
    let after = 0;
    let seal: UserSeal | undefined;
    for (;;) {
      const key = await findNextKey(db, after);
      if (!key) return;
      await sealUsers(db, key, (seal ??= new UserSeal(secret())));
      after = key.id;
    }
  },
};

const ROWS_PER_STATEMENT = 2000;

interface Key {
  readonly id: number;
  readonly project_id: number;
}

/** The next one that counts users. */
async function findNextKey(db: Kysely<unknown>, after: number): Promise<Key | undefined> {
  const { rows } = await sql<Key>`select id, project_id from grouping_keys
    where id = (select min(grouping_key_id) from key_users where grouping_key_id > ${after})`.execute(
    db,
  );
  return rows[0];
}

/** All of one key at once, at most 100,000: what is sealed is not read again. */
async function sealUsers(
  db: Kysely<unknown>,
  { id, project_id }: Key,
  seal: UserSeal,
): Promise<void> {
  const { rows } = await sql<{ user_hash: string }>`select user_hash from key_users
    where grouping_key_id = ${id}`.execute(db);
  await sql`delete from key_users where grouping_key_id = ${id}`.execute(db);
  const sealed = rows.map(({ user_hash }) => seal.seal(project_id, user_hash)).toSorted();
  for (let from = 0; from < sealed.length; from += ROWS_PER_STATEMENT) {
    // As text, in which base64url needs no quoting: that many parameters take twice as long, and nothing starts meanwhile.
    const rowsOf = sealed.slice(from, from + ROWS_PER_STATEMENT).map((name) => `(${id},'${name}')`);
    const values = sql.raw(rowsOf.join());
    await sql`insert into key_users (grouping_key_id, user_hash) values ${values}`.execute(db);
  }
}
