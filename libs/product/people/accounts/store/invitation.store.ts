import type { Kysely, Selectable, Transaction } from 'kysely';
import { accountLimits, parseEmail } from '#shared';
import { can, projectRoles } from '../rules/roles.ts';
import type { ProjectRole } from '../rules/roles.ts';
import type { JoinedWrite, KyselyDatabase, Schema } from '#persistence/stores';
import type { InvitationsTable } from './account.tables.ts';
import { hasText, inTransaction, toSecret } from '#persistence/stores';
import { giveGrant } from './give-grant.ts';
import { insertUser } from './user-row.ts';
import type {
  Acceptance,
  AcceptedInvitation,
  Grant,
  Invitation,
  InvitationsInto,
  Invitee,
  NewInvitation,
  NewLink,
} from './invitation.types.ts';

type InvitationRow = Selectable<InvitationsTable>;

/** Every method rejects with `database.unavailable` when the database does not answer. */
export class InvitationStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Creates an invitation; projects that do not exist are left out. Rejects when the inviting user
   * does not exist.
   *
   * Also deletes invitations that expired more than `accountLimits.invitationRememberedMs` ago.
   */
  create(invitation: NewInvitation, tell?: JoinedWrite): Promise<Invitation> {
    const { createdAtMs, grant } = invitation;
    return inTransaction(this.#database, async (transaction) => {
      await transaction
        .deleteFrom('invitations')
        .where('expires_at', '<', createdAtMs - accountLimits.invitationRememberedMs)
        .execute();
      const row = await insertInvitation(transaction, invitation);
      if (grant.kind === 'member' && grant.projectIds.length > 0) {
        await transaction
          .insertInto('invitation_projects')
          .columns(['invitation_id', 'project_id'])
          .expression((projects) =>
            projects
              .selectFrom('projects')
              .select([projects.val(row.id).as('invitation_id'), 'projects.id'])
              .where('projects.id', 'in', grant.projectIds),
          )
          .execute();
      }
      await tell?.(transaction);
      return toInvitation(row, await listProjectIds(transaction, [row.id]));
    });
  }

  /**
   * Gives an open invitation that names an address another link, so that its old link ends. Returns
   * undefined when `into` selects no such invitation.
   */
  renew(
    id: number,
    link: NewLink,
    { into, tell }: { into: InvitationsInto; tell?: (invitation: Invitation) => JoinedWrite },
  ): Promise<Invitation | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      const row = await transaction
        .updateTable('invitations')
        .set(toLinkColumns(link))
        .where('id', '=', id)
        .where('id', 'in', selectInto(transaction, into))
        .where('email', 'is not', null)
        .where('accepted_at', 'is', null)
        .where('expires_at', '>', link.createdAtMs)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const invitation = toInvitation(row, await listProjectIds(transaction, [row.id]));
      await tell?.(invitation)(transaction);
      return invitation;
    });
  }

  /** Returns by which right the maker may make the invitation now. */
  findMaker({ invitedBy, grant }: Pick<Invitation, 'invitedBy' | 'grant'>): Promise<Maker> {
    return findMaker(this.#database.kysely, invitedBy, grant);
  }

  async countOpen(invitedBy: number, nowMs: number): Promise<number> {
    const { count } = await this.#database.kysely
      .selectFrom('invitations')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('invited_by', '=', invitedBy)
      .where('accepted_at', 'is', null)
      .where('expires_at', '>', nowMs)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async find(tokenHash: string): Promise<Invitation | undefined> {
    const { kysely } = this.#database;
    const row = await kysely
      .selectFrom('invitations')
      .selectAll()
      .where('token_hash', '=', toSecret(tokenHash))
      .executeTakeFirst();
    return row && toInvitation(row, await listProjectIds(kysely, [row.id]));
  }

  /**
   * Lists invitations that can be accepted at `nowMs`, latest first. `into` limits the list to one
   * project.
   */
  async listOpen({
    nowMs,
    limit,
    into,
    text,
  }: {
    nowMs: number;
    limit: number;
    into?: InvitationsInto;
    /** Part of the invited address. */
    text?: string;
  }): Promise<Invitation[]> {
    const { kysely } = this.#database;
    const open = kysely
      .selectFrom('invitations')
      .selectAll()
      .where('accepted_at', 'is', null)
      .where('expires_at', '>', nowMs)
      .where(hasText(['email'], text))
      .orderBy('id', 'desc')
      .limit(limit);
    const rows = await (
      into === undefined ? open : open.where('id', 'in', selectInto(kysely, into))
    ).execute();
    const projectIds = await listProjectIds(
      kysely,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => toInvitation(row, projectIds));
  }

  /**
   * Accepts an invitation, and creates the user unless the invitee is a user already. Gives the
   * granted roles, but keeps a higher role that the user already has in a project. Skips deleted
   * projects. When several attempts come at once, only one succeeds.
   *
   * Returns `unknown` when the maker may no longer make the invitation, or the invitation names
   * another email. An invitation for anybody becomes one for the first address that has an
   * account already, so that it tells of no second address.
   */
  accept(tokenHash: string, { invitee, nowMs, tell }: AcceptedInvitation): Promise<Acceptance> {
    return inTransaction(this.#database, async (transaction) => {
      const row = await this.#hold(transaction, tokenHash);
      if (!row) return { ok: false, reason: 'unknown' };
      if (row.accepted_at !== null) return { ok: false, reason: 'used' };
      if (row.expires_at <= nowMs) return { ok: false, reason: 'expired' };
      const { grant } = toInvitation(row, await listProjectIds(transaction, [row.id]));
      if (!(await findMaker(transaction, row.invited_by, grant))) {
        return { ok: false, reason: 'unknown' };
      }
      const person = await this.#holdPerson(transaction, invitee);
      if (!person) return { ok: false, reason: 'inactive' };
      if (row.email !== null && parseEmail(row.email)?.key !== person.emailKey) {
        return { ok: false, reason: 'unknown' };
      }
      const invitation = transaction.updateTable('invitations').where('id', '=', row.id);
      const user =
        'newUser' in invitee
          ? await insertUser(transaction, invitee.newUser, { isOwner: false, createdAtMs: nowMs })
          : { id: invitee.userId };
      if (!user) {
        await invitation.set('email', person.email).execute();
        return { ok: false, reason: 'email_taken' };
      }
      const { id: userId } = user;
      await invitation.set({ accepted_at: nowMs, accepted_by: userId }).execute();
      await giveGrant(transaction, { userId, grant, nowMs });
      await tell?.(userId, grant)(transaction);
      return { ok: true, userId };
    });
  }

  /**
   * Deletes an open invitation. When `projectId` is given, the invitation must be for this project
   * alone. Returns its address, or '' when it has none. Returns undefined when no such invitation
   * exists.
   */
  withdraw(
    id: number,
    projectId?: number,
    tell?: (email: string) => JoinedWrite,
  ): Promise<string | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      const open = transaction
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .$if(projectId !== undefined, (query) =>
          query.where('id', 'in', onlyInto(transaction, projectId!)),
        )
        .returning('email');
      const withdrawn = await open.executeTakeFirst();
      if (!withdrawn) return undefined;
      const email = withdrawn.email ?? '';
      await tell?.(email)(transaction);
      return email;
    });
  }

  /**
   * Locks the invitation until the transaction ends, so that nobody else accepts or withdraws it.
   */
  async #hold(
    transaction: Transaction<Schema>,
    tokenHash: string,
  ): Promise<InvitationRow | undefined> {
    const row = transaction
      .selectFrom('invitations')
      .selectAll()
      .where('token_hash', '=', toSecret(tokenHash));
    return (this.#database.dialect.hasConcurrentWriters ? row.forUpdate() : row).executeTakeFirst();
  }

  /** Returns undefined when the invitee is a user who is not active. */
  async #holdPerson(transaction: Transaction<Schema>, invitee: Invitee) {
    if ('newUser' in invitee) return invitee.newUser;
    const active = transaction
      .selectFrom('users')
      .select(['email', 'email_key as emailKey'])
      .where('id', '=', invitee.userId)
      .where('state', '=', 'active');
    const held = this.#database.dialect.hasConcurrentWriters ? active.forUpdate() : active;
    return held.executeTakeFirst();
  }
}

const INVITING: readonly ProjectRole[] = projectRoles.filter((role) =>
  can(role, 'project.members'),
);

type Maker = 'owner' | 'admin' | undefined;

/** Owners may give any grant; admins may give roles in projects in which they are still admins. */
async function findMaker(db: Kysely<Schema>, userId: number, grant: Grant): Promise<Maker> {
  const maker = await db
    .selectFrom('users')
    .select('is_owner')
    .where('id', '=', userId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (maker?.is_owner === 1) return 'owner';
  if (!maker || grant.kind === 'owner' || grant.projectIds.length === 0) return undefined;
  const admitted = await db
    .selectFrom('memberships')
    .select('project_id')
    .where('user_id', '=', userId)
    .where('project_id', 'in', grant.projectIds)
    .where('role', 'in', INVITING)
    .execute();
  return admitted.length === grant.projectIds.length ? 'admin' : undefined;
}

function onlyInto(db: Kysely<Schema>, projectId: number) {
  return db
    .selectFrom('invitation_projects')
    .select('invitation_id')
    .groupBy('invitation_id')
    .having((eb) =>
      eb.and([
        eb(eb.fn.min('project_id'), '=', projectId),
        eb(eb.fn.max('project_id'), '=', projectId),
      ]),
    );
}

function selectInto(db: Kysely<Schema>, { projectId, isAlone }: InvitationsInto) {
  if (isAlone) return onlyInto(db, projectId);
  return db
    .selectFrom('invitation_projects')
    .select('invitation_id')
    .where('project_id', '=', projectId);
}

function insertInvitation(
  transaction: Transaction<Schema>,
  { email, grant, ...link }: NewInvitation,
): Promise<InvitationRow> {
  return transaction
    .insertInto('invitations')
    .values({
      ...toLinkColumns(link),
      email: email ?? null,
      role: grant.kind === 'owner' ? null : grant.role,
      accepted_at: null,
      accepted_by: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function toLinkColumns({ tokenHash, invitedBy, isMailedOnly, ...times }: NewLink) {
  return {
    token_hash: tokenHash,
    invited_by: invitedBy,
    created_at: times.createdAtMs,
    expires_at: times.expiresAtMs,
    is_mailed_only: isMailedOnly === true ? 1 : 0,
  };
}

async function listProjectIds(
  db: Kysely<Schema>,
  invitationIds: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const byInvitation = new Map<number, number[]>(invitationIds.map((id) => [id, []]));
  if (invitationIds.length === 0) return byInvitation;
  const rows = await db
    .selectFrom('invitation_projects')
    .selectAll()
    .where('invitation_id', 'in', invitationIds)
    .orderBy('project_id')
    .execute();
  for (const row of rows) byInvitation.get(row.invitation_id)?.push(row.project_id);
  return byInvitation;
}

function toInvitation(
  row: InvitationRow,
  projectIds: ReadonlyMap<number, readonly number[]>,
): Invitation {
  const grant: Grant =
    row.role === null
      ? { kind: 'owner' }
      : { kind: 'member', role: row.role, projectIds: projectIds.get(row.id) ?? [] };
  return {
    id: row.id,
    email: row.email ?? undefined,
    grant,
    invitedBy: row.invited_by,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    acceptedAtMs: row.accepted_at ?? undefined,
    isMailedOnly: row.is_mailed_only === 1 ? true : undefined,
  };
}
