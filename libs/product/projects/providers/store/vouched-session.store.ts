import type { Selectable } from 'kysely';
import { inTransaction, Seal } from '#persistence/stores';
import type { KyselyDatabase } from '#persistence/stores';
import type { VouchedSessionsTable } from './provider.tables.ts';

export interface VouchedSession {
  readonly sessionId: number;
  readonly providerId: number;
  readonly issuer: string;
  readonly subject: string;
  /** Absent when the provider gave none, or when `ERRATA_SECRET` has changed. */
  readonly refreshToken?: string | undefined;
  readonly checkedAtMs: number;
  readonly dueSinceMs?: number;
  readonly triedAtMs?: number;
}

const PURPOSE = 'errata refresh tokens';

/**
 * Stores which provider opened a session, and when it vouched for the person last. A row ends with
 * its session. Every method rejects with `database.unavailable` when the database does not answer.
 */
export class VouchedSessionStore {
  readonly #database: KyselyDatabase;
  readonly #seal: Seal;

  constructor(database: KyselyDatabase, secret: string | undefined) {
    this.#database = database;
    this.#seal = new Seal(secret, PURPOSE);
  }

  /** Does nothing when the identity was unlinked since the sign-in began. */
  async add(session: Omit<VouchedSession, 'dueSinceMs' | 'triedAtMs'>): Promise<void> {
    const { sessionId, providerId, issuer, subject, checkedAtMs } = session;
    await inTransaction(this.#database, async (transaction) => {
      const identity = transaction
        .selectFrom('identities')
        .innerJoin('sessions', 'sessions.user_id', 'identities.user_id')
        .select('sessions.id')
        .where('identities.issuer', '=', issuer)
        .where('identities.subject', '=', subject)
        .where('sessions.id', '=', sessionId);
      const { hasConcurrentWriters } = this.#database.dialect;
      const held = hasConcurrentWriters ? identity.forUpdate('identities') : identity;
      if (!(await held.executeTakeFirst())) return;
      await transaction
        .insertInto('vouched_sessions')
        .values({
          session_id: sessionId,
          provider_id: providerId,
          issuer,
          subject,
          refresh_token: this.#toSealed(session),
          checked_at: checkedAtMs,
        })
        .execute();
    });
  }

  async find(sessionId: number): Promise<VouchedSession | undefined> {
    const row = await this.#database.kysely
      .selectFrom('vouched_sessions')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    return row && this.#toSession(row);
  }

  /**
   * Notes since when a check is due, or reserves it by the time of the try. Returns false when
   * another request or replica has tried or ended a check since `session` was read.
   */
  async note(
    { sessionId, checkedAtMs, triedAtMs }: VouchedSession,
    noted: { readonly dueSinceMs: number } | { readonly triedAtMs: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('vouched_sessions')
      .set('dueSinceMs' in noted ? { due_since: noted.dueSinceMs } : { tried_at: noted.triedAtMs })
      .where('session_id', '=', sessionId)
      .where('checked_at', '=', checkedAtMs)
      .where('tried_at', triedAtMs === undefined ? 'is' : '=', triedAtMs ?? null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Stores that the provider vouched again. Does nothing when the session has ended. */
  async renew(
    session: Pick<VouchedSession, 'sessionId' | 'refreshToken' | 'checkedAtMs'>,
  ): Promise<void> {
    await this.#database.kysely
      .updateTable('vouched_sessions')
      .set({
        refresh_token: this.#toSealed(session),
        checked_at: session.checkedAtMs,
        due_since: null,
        tried_at: null,
      })
      .where('session_id', '=', session.sessionId)
      .execute();
  }

  #toSession(row: Selectable<VouchedSessionsTable>): VouchedSession {
    const refreshToken =
      row.refresh_token && this.#seal.findText(row.refresh_token, String(row.session_id));
    return {
      sessionId: row.session_id,
      providerId: row.provider_id,
      issuer: row.issuer,
      subject: row.subject,
      refreshToken: refreshToken || undefined,
      checkedAtMs: row.checked_at,
      dueSinceMs: row.due_since ?? undefined,
      triedAtMs: row.tried_at ?? undefined,
    };
  }

  #toSealed({
    sessionId,
    refreshToken,
  }: Pick<VouchedSession, 'sessionId' | 'refreshToken'>): Buffer | null {
    if (refreshToken === undefined) return null;
    return this.#seal.seal(Buffer.from(refreshToken), String(sessionId));
  }
}
