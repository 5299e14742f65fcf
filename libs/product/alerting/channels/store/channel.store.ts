import { randomUUID } from 'node:crypto';
import { channelLimits } from '#shared';
import { DELIVERY_KIND } from '../rules/alert-message.ts';
import type { AlertDelivery, AlertMessage } from '../rules/alert-message.ts';
import type { ChannelSettings, ChannelKind } from '../rules/channel-kinds.ts';
import type { ExpressionBuilder, Transaction } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { Seal, inTransaction, toIdList, toIdParameter, toPortableText } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { putIntoOutbox } from '#product/alerting/outbox';
import { holdProject } from '#product/projects/projects';
import type { ChangedBy } from '#product/projects/projects';

/** A project, or (without `projectId`) the whole instance. */
export interface ChannelScope {
  readonly projectId?: number;
}

export interface Channel {
  readonly id: number;
  readonly kind: ChannelKind;
  readonly name: string;
  /**
   * Text by which people recognise the channel: the host and the last characters of the secret, or
   * the mail addresses.
   */
  readonly hint: string;
  readonly createdAtMs: number;
  /**
   * Set when the channel was switched off because its receiver is gone; `reason` is the receiver's
   * answer.
   */
  readonly gone?: { readonly atMs: number; readonly reason: string };
}

export interface NewChannel {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly hint: string;
  readonly settings: ChannelSettings;
}

export interface OpenChannel {
  readonly id: number;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly isGone: boolean;
  /** Absent when the settings were encrypted with another ERRATA_SECRET. */
  readonly settings?: ChannelSettings;
}

const PURPOSE = 'errata channels';

/** Stores channels with encrypted settings. Changes go to the audit log, but settings do not. */
export class ChannelStore {
  readonly #database: KyselyDatabase;
  readonly #seal: Seal;

  constructor(database: KyselyDatabase, secret: string | undefined) {
    this.#database = database;
    this.#seal = new Seal(secret, PURPOSE);
  }

  async list(scope: ChannelScope): Promise<Channel[]> {
    const rows = await this.#database.kysely
      .selectFrom('channels')
      .select(['id', 'kind', 'name', 'hint', 'gone_at', 'gone_reason', 'created_at'])
      .where((columns) => isInScope(columns, scope))
      .orderBy('id')
      .execute();
    return rows.map(({ id, kind, name, hint, gone_at, gone_reason, created_at }) => ({
      id,
      kind,
      name,
      hint,
      createdAtMs: created_at,
      gone: gone_at === null ? undefined : { atMs: gone_at, reason: gone_reason ?? '' },
    }));
  }

  /** Lists the projects' channels whose receiver is gone, the oldest first. */
  async listGone(projectIds: readonly number[]): Promise<{ projectId: number; name: string }[]> {
    if (projectIds.length === 0) return [];
    const { kind, kysely } = this.#database;
    const rows = await kysely
      .selectFrom('channels')
      .select(['project_id', 'name'])
      .where('gone_at', 'is not', null)
      .where('project_id', 'in', toIdList(kind, toIdParameter(kind, projectIds)))
      .orderBy('id')
      .execute();
    return rows.map(({ project_id, name }) => ({ projectId: project_id!, name }));
  }

  /**
   * Returns the channel's id. Returns undefined when the project does not exist or the scope has
   * `channelLimits.channels` channels already.
   */
  add(scope: ChannelScope, channel: NewChannel, by: ChangedBy): Promise<number | undefined> {
    const { kind, hint } = channel;
    const name = toPortableText(channel.name);
    return inTransaction(this.#database, async (transaction) => {
      if (!(await this.#hasRoom(transaction, scope))) return undefined;
      const { id } = await transaction
        .insertInto('channels')
        .values({
          project_id: scope.projectId ?? null,
          kind,
          name,
          hint,
          ...this.#toSealed(channel.settings),
          created_at: by.nowMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await note(transaction, { scope, by, what: 'channel.added', id, to: `${kind} ${name}` });
      return id;
    });
  }

  /**
   * Changes the name and, when given, the settings. Also switches the channel on again. Returns
   * false when the channel does not exist.
   */
  change(
    id: number,
    scope: ChannelScope,
    {
      name,
      hint,
      settings,
    }: Pick<NewChannel, 'name'> & Partial<Pick<NewChannel, 'settings' | 'hint'>>,
    by: ChangedBy,
  ): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const changed = await transaction
        .updateTable('channels')
        .set({
          name,
          hint,
          ...(settings ? this.#toSealed(settings) : {}),
          gone_at: null,
          gone_reason: null,
        })
        .where('id', '=', id)
        .where((columns) => isInScope(columns, scope))
        .returning('name')
        .executeTakeFirst();
      if (!changed) return false;
      const to = settings ? `${changed.name}, with other settings` : changed.name;
      await note(transaction, { scope, by, what: 'channel.changed', id, to });
      return true;
    });
  }

  /**
   * Removes the channel with its log. Waiting messages to it are not sent. Returns false when the
   * channel does not exist.
   */
  remove(id: number, scope: ChannelScope, by: ChangedBy): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const removed = await transaction
        .deleteFrom('channels')
        .where('id', '=', id)
        .where((columns) => isInScope(columns, scope))
        .returning(['kind', 'name'])
        .executeTakeFirst();
      if (!removed) return false;
      const from = `${removed.kind} ${removed.name}`;
      await note(transaction, { scope, by, what: 'channel.removed', id, from });
      return true;
    });
  }

  async open(id: number): Promise<OpenChannel | undefined> {
    const row = await this.#database.kysely
      .selectFrom('channels')
      .select(['id', 'kind', 'name', 'gone_at', 'settings', 'seal'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { kind, name } = row;
    const text = this.#seal.findText(row.settings, row.seal);
    const settings = text === undefined ? undefined : (JSON.parse(text) as ChannelSettings);
    return { id, kind, name, isGone: row.gone_at !== null, settings };
  }

  /**
   * Switches off a channel whose receiver is gone, and mails `notice` to admins of its project and
   * to owners. Returns false when the channel was off already or does not exist.
   */
  switchOff(
    id: number,
    {
      reason,
      nowMs,
      notice,
    }: { readonly reason: string; readonly nowMs: number; readonly notice?: AlertMessage },
  ): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const row = await transaction
        .updateTable('channels')
        .set({ gone_at: nowMs, gone_reason: reason })
        .where('id', '=', id)
        .where('gone_at', 'is', null)
        .returning(['project_id', 'name'])
        .executeTakeFirst();
      if (!row) return false;
      const scope = row.project_id === null ? {} : { projectId: row.project_id };
      await note(transaction, {
        scope,
        by: { nowMs },
        what: 'channel.switched_off',
        id,
        to: row.name,
      });
      if (notice) await mailAdmins(transaction, scope, notice);
      return true;
    });
  }

  async listAllowedHosts(): Promise<string[]> {
    const rows = await this.#database.kysely
      .selectFrom('allowed_hosts')
      .select('host')
      .orderBy('host')
      .execute();
    return rows.map(({ host }) => host);
  }

  /** Returns false when `channelLimits.allowedHosts` hosts are allowed already. */
  allowHost(host: string, by: ChangedBy): Promise<boolean> {
    const { byUserId, nowMs } = by;
    return inTransaction(this.#database, async (transaction) => {
      const { total } = await transaction
        .selectFrom('allowed_hosts')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      if (total >= channelLimits.allowedHosts) return false;
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('allowed_hosts')
        .values({ host, allowed_by: byUserId ?? null, allowed_at: nowMs })
        .onConflict((conflict) => conflict.column('host').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows) {
        await note(transaction, { scope: {}, by, what: 'allowed-host.added', to: host });
      }
      return true;
    });
  }

  forbidHost(host: string, by: ChangedBy): Promise<void> {
    return inTransaction(this.#database, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('allowed_hosts')
        .where('host', '=', host)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return;
      await note(transaction, { scope: {}, by, what: 'allowed-host.removed', from: host });
    });
  }

  /**
   * Returns whether the scope may get another channel. The project's lock makes simultaneous
   * additions wait for each other. Additions to the instance have no lock, because only the few
   * owners make them.
   */
  async #hasRoom(transaction: Transaction<Schema>, scope: ChannelScope): Promise<boolean> {
    const { projectId } = scope;
    const { dialect } = this.#database;
    if (projectId !== undefined && !(await holdProject(transaction, dialect, projectId))) {
      return false;
    }
    const { total } = await transaction
      .selectFrom('channels')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where((columns) => isInScope(columns, scope))
      .executeTakeFirstOrThrow();
    return total < channelLimits.channels;
  }

  #toSealed(settings: ChannelSettings) {
    const seal = randomUUID();
    const bytes = Buffer.from(JSON.stringify(settings));
    return { settings: this.#seal.seal(bytes, seal), seal };
  }
}

function isInScope(columns: ExpressionBuilder<Schema, 'channels'>, { projectId }: ChannelScope) {
  return projectId === undefined
    ? columns('project_id', 'is', null)
    : columns('project_id', '=', projectId);
}

async function note(
  transaction: Transaction<Schema>,
  change: {
    readonly scope: ChannelScope;
    readonly by: ChangedBy;
    readonly what: string;
    readonly id?: number;
    readonly from?: string;
    readonly to?: string;
  },
): Promise<void> {
  const { scope, by, what, id, from, to } = change;
  const { byUserId, nowMs: atMs } = by;
  await writeAudit(transaction, [
    {
      atMs,
      ...scope,
      byUserId,
      what,
      target: id === undefined ? undefined : String(id),
      from,
      to,
    },
  ]);
}

async function mailAdmins(
  transaction: Transaction<Schema>,
  { projectId = 0 }: ChannelScope,
  message: AlertMessage,
): Promise<void> {
  const people = await transaction
    .selectFrom('users')
    .select(['email', 'id'])
    .where('state', '=', 'active')
    .where((users) =>
      users.or([
        users('is_owner', '=', 1),
        users.exists(
          users
            .selectFrom('memberships')
            .select('user_id')
            .whereRef('memberships.user_id', '=', 'users.id')
            .where('project_id', '=', projectId)
            .where('role', '=', 'admin'),
        ),
      ]),
    )
    .orderBy('id')
    .limit(channelLimits.switchOffRecipients)
    .execute();
  const toDelivery = ({ email, id }: { email: string; id: number }): AlertDelivery => ({
    destination: { to: 'mail', address: email, userId: id },
    message,
  });
  await putIntoOutbox(
    transaction,
    people.map((person) => ({
      kind: DELIVERY_KIND,
      body: toDelivery(person),
      dueMs: message.atMs,
    })),
  );
}
