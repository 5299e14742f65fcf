import { sql } from 'kysely';
import { channelLimits } from '#shared';
import { DELIVERY_KIND } from '../rules/alert-message.ts';
import type { AlertDelivery, AlertMessage } from '../rules/alert-message.ts';
import type { DeliveryDay } from '../rules/delivery-days.ts';
import type { ExpressionBuilder, Transaction } from 'kysely';
import type { DatabaseDialect, JoinedWrite, KyselyDatabase, Schema } from '#persistence/stores';
import { DAY_MS, inTransaction } from '#persistence/stores';
import { claimEndingTokens } from '#product/people/tokens';
import type { EndingToken } from '#product/people/tokens';
import { endClaim, isFree, putIntoOutbox } from '#product/alerting/outbox';
import type { OutboxStore } from '#product/alerting/outbox';
import type { ChannelScope } from './channel.store.ts';
import {
  findProject,
  parseDelivery,
  toAnswer,
  toDestinationName,
  toFacts,
  toLogged,
} from './delivery-row.ts';
import { DeliverySeal } from './delivery-seal.ts';
import { noteTest } from './note-test.ts';
import { putDelivery } from './put-delivery.ts';
import type {
  ClaimedDelivery,
  DeliveryEnding,
  DeliveryState,
  LoggedDelivery,
  SendAgainResult,
} from './delivery.types.ts';

const REMOVED_AT_ONCE = 1000;

/**
 * Sends messages through the outbox and logs each delivery. Code that raises alerts inside a
 * transaction uses `putIntoOutbox` instead.
 */
export class DeliveryStore {
  readonly #database: KyselyDatabase;
  readonly #outbox: OutboxStore;
  readonly #seal: DeliverySeal;

  constructor(database: KyselyDatabase, outbox: OutboxStore, secret: string | undefined) {
    this.#database = database;
    this.#outbox = outbox;
    this.#seal = new DeliverySeal(secret);
  }

  put(delivery: AlertDelivery, nowMs: number): Promise<void> {
    return inTransaction(this.#database, this.prepare(delivery, nowMs));
  }

  /** Returns what puts a delivery within the transaction of the change that it tells of. */
  prepare(delivery: AlertDelivery, nowMs: number): JoinedWrite {
    return (transaction) =>
      putDelivery(transaction, delivery, { nowMs, body: this.#seal.close(delivery) });
  }

  /**
   * Puts a message about each token that ends soon, once. Returns true when it put any.
   */
  tellTokenEnds(compose: (token: EndingToken) => AlertDelivery, nowMs: number): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const ending = await claimEndingTokens(transaction, nowMs);
      for (const token of ending) {
        const delivery = compose(token);
        await putDelivery(transaction, delivery, { nowMs, body: this.#seal.close(delivery) });
      }
      return ending.length > 0;
    });
  }

  /**
   * Claims up to `limit` due messages under a lease. No other process gets them within `leaseMs`
   * from now, unless `renew` extends the lease.
   */
  async claim(options: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<ClaimedDelivery[]> {
    const claims = await this.#outbox.claim(DELIVERY_KIND, options);
    if (claims.length === 0) return [];
    const opened = claims.map((claim) => ({
      claim,
      delivery: parseDelivery(this.#seal.open(claim.body)),
    }));
    const ids = opened.map(({ delivery }) => delivery?.message.id ?? '');
    const rows = await this.#database.kysely
      .selectFrom('deliveries')
      .select(['message_id', 'destination', 'attempts', 'created_at'])
      .where('message_id', 'in', ids)
      .execute();
    const known = new Map(rows.map((row) => [`${row.message_id} ${row.destination}`, row]));
    return opened.map(({ claim, delivery }) => {
      const row = delivery && known.get(toName(delivery));
      return {
        claim,
        delivery,
        attempts: row?.attempts ?? 0,
        sinceMs: row?.created_at ?? options.nowMs,
      };
    });
  }

  /** Extends the lease to `leaseMs` from now. Returns false when the claim was lost meanwhile. */
  renew({ claim }: ClaimedDelivery, leaseMs: number): Promise<boolean> {
    return this.#outbox.renew(claim, leaseMs);
  }

  /**
   * Releases a message that was not tried. Returns false when another process has claimed the
   * message since.
   */
  postpone({ claim }: ClaimedDelivery, dueMs: number): Promise<boolean> {
    return this.#outbox.postpone(claim, dueMs, true);
  }

  /**
   * Logs the result of an attempt, and removes the message from the outbox or postpones it, in one
   * transaction. Returns false when another process has claimed the message since.
   */
  record(
    { claim, delivery, sinceMs }: ClaimedDelivery,
    { state, answer, refusedHost, nextAtMs, isUnsent }: DeliveryEnding,
    nowMs: number,
  ): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      if (!(await endClaim(transaction, claim, nextAtMs, isUnsent))) return false;
      const ended = {
        state,
        answer: toAnswer(answer),
        refused_host: refusedHost ?? null,
        outbox_id: nextAtMs === undefined ? null : claim.id,
        next_at: nextAtMs ?? null,
        tried_at: nowMs,
      };
      if (!delivery) {
        // The message cannot be read, so the message's id in the outbox identifies the log entry.
        await transaction
          .updateTable('deliveries')
          .set((columns) => ({ ...ended, attempts: columns('attempts', '+', 1) }))
          .where('outbox_id', '=', claim.id)
          .execute();
        return true;
      }
      if (!(await isWanted(transaction, delivery))) return true;
      await transaction
        .insertInto('deliveries')
        .values({
          ...toFacts(delivery),
          ...ended,
          project_id: (await findProject(transaction, delivery)) ?? null,
          attempts: 1,
          created_at: sinceMs,
        })
        .onConflict((conflict) =>
          conflict.columns(['message_id', 'destination']).doUpdateSet((columns) => ({
            ...ended,
            attempts: columns('deliveries.attempts', '+', 1),
          })),
        )
        .execute();
      return true;
    });
  }

  /**
   * Lists deliveries, latest first. Without a project in the scope, lists deliveries that belong to
   * no project.
   */
  async list(scope: ChannelScope, limit: number): Promise<LoggedDelivery[]> {
    const rows = await this.#database.kysely
      .selectFrom('deliveries')
      .selectAll()
      .where((columns) => isInScope(columns, scope))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toLogged);
  }

  /** Returns the latest delivery of each channel, among those in one of the states, if any is given. */
  async listLatest(
    scope: ChannelScope,
    states: readonly DeliveryState[] = [],
  ): Promise<ReadonlyMap<number, LoggedDelivery>> {
    const { projectId } = scope;
    const rows = await this.#database.kysely
      .selectFrom('channels')
      .innerJoin('deliveries', (join) =>
        join.on((on) =>
          on(
            'deliveries.id',
            '=',
            on
              .selectFrom('deliveries as own')
              .select(({ fn }) => fn.max('own.id').as('id'))
              .whereRef('own.channel_id', '=', 'channels.id')
              .$if(states.length > 0, (own) => own.where('own.state', 'in', states)),
          ),
        ),
      )
      .selectAll('deliveries')
      .where('channels.project_id', projectId === undefined ? 'is' : '=', projectId ?? null)
      .execute();
    return new Map(rows.map((row) => [row.channel_id!, toLogged(row)]));
  }

  /** Counts the ended deliveries of channels by the UTC day, without days that had none. */
  async listDays({ projectId }: ChannelScope, sinceMs: number) {
    const isOfProject = projectId === undefined ? sql`is null` : sql`= ${projectId}`;
    const dayMs = sql.lit(DAY_MS);
    const { rows } = await sql<DeliveryDay & { readonly channelId: number }>`
      select channel_id as "channelId", created_at / ${dayMs} * ${dayMs} as "startsAtMs",
        count(*) filter (where state = 'sent' and attempts <= 1) as sent,
        count(*) filter (where state = 'sent' and attempts > 1) as "sentAgain",
        count(*) filter (where state <> 'sent') as failed
      from deliveries
      where project_id ${isOfProject} and channel_id is not null and created_at >= ${sinceMs}
        and state <> 'waiting'
      group by 1, 2 order by 1, 2`.execute(this.#database.kysely);
    return rows;
  }

  async find(messageId: string, channelId: number): Promise<LoggedDelivery | undefined> {
    const row = await this.#database.kysely
      .selectFrom('deliveries')
      .selectAll()
      .where('message_id', '=', messageId)
      .where('destination', '=', toDestinationName({ to: 'channel', channelId }))
      .executeTakeFirst();
    return row && toLogged(row);
  }

  /**
   * Sends a test of a channel. Gives up older tests of the channel that wait for a retry. After too
   * many tests, returns the time of the next allowed test instead.
   */
  putTest(channelId: number, message: AlertMessage, nowMs: number): Promise<number | undefined> {
    const destination = { to: 'channel', channelId } as const;
    return inTransaction(this.#database, async (transaction) => {
      const againMs = await this.#noteTest(transaction, toDestinationName(destination), nowMs);
      if (againMs !== undefined) return againMs;
      await giveUpTests(transaction, this.#database.dialect, channelId);
      await putDelivery(transaction, { destination, message }, { nowMs });
      return undefined;
    });
  }

  sendAgain(id: number, scope: ChannelScope, nowMs: number): Promise<SendAgainResult> {
    return inTransaction(this.#database, async (transaction) => {
      const ended = await transaction
        .selectFrom('deliveries')
        .select(['kind', 'destination'])
        .where('id', '=', id)
        .where((columns) => isInScope(columns, scope))
        .where('state', '!=', 'waiting')
        .where('body', 'is not', null)
        .executeTakeFirst();
      const againMs =
        ended?.kind === 'test'
          ? await this.#noteTest(transaction, ended.destination, nowMs)
          : undefined;
      if (againMs !== undefined) return againMs;
      const row = await transaction
        .updateTable('deliveries')
        .set({ state: 'waiting', next_at: nowMs, created_at: nowMs })
        .where('id', '=', id)
        .where((columns) => isInScope(columns, scope))
        .where('state', '!=', 'waiting')
        .where('body', 'is not', null)
        .returning('body')
        .executeTakeFirst();
      if (!row?.body) return 'absent';
      const body = JSON.parse(row.body) as AlertDelivery;
      const [outboxId] = await putIntoOutbox(transaction, [
        { kind: DELIVERY_KIND, body, dueMs: nowMs },
      ]);
      await transaction
        .updateTable('deliveries')
        .set({ outbox_id: outboxId ?? null })
        .where('id', '=', id)
        .execute();
      return 'sent';
    });
  }

  /** Removes some log entries that are too old or too many. Returns true when it removed any. */
  async removeOld(nowMs: number): Promise<boolean> {
    const db = this.#database.kysely;
    const old = db
      .selectFrom('deliveries')
      .select('id')
      .where('created_at', '<', nowMs - channelLimits.loggedForMs)
      .orderBy('created_at')
      .limit(REMOVED_AT_ONCE);
    const beyond = db
      .selectFrom('deliveries')
      .select('id')
      .orderBy('id', 'desc')
      .offset(channelLimits.loggedDeliveries)
      .limit(REMOVED_AT_ONCE);
    for (const ids of [old, beyond]) {
      const { numDeletedRows } = await db
        .deleteFrom('deliveries')
        .where('id', 'in', ids)
        .executeTakeFirst();
      if (numDeletedRows > 0n) return true;
    }
    return false;
  }

  #noteTest(
    transaction: Transaction<Schema>,
    of: string,
    nowMs: number,
  ): Promise<number | undefined> {
    return noteTest(transaction, this.#database.dialect, { of, nowMs });
  }
}

/**
 * Gives up tests that wait for a retry, because a newer test replaces them. A test that is being
 * sent stays.
 */
async function giveUpTests(
  transaction: Transaction<Schema>,
  dialect: DatabaseDialect,
  channelId: number,
): Promise<void> {
  const waiting = transaction
    .selectFrom('deliveries')
    .select('outbox_id')
    .where('channel_id', '=', channelId)
    .where('kind', '=', 'test')
    .where('state', '=', 'waiting')
    .where('attempts', '>', 0);
  const given = await transaction
    .deleteFrom('outbox')
    .where('id', 'in', waiting)
    .where(isFree(dialect))
    .returning('id')
    .execute();
  if (given.length === 0) return;
  const ids = given.map(({ id }) => id);
  await transaction
    .updateTable('deliveries')
    .set({ state: 'failed', next_at: null, outbox_id: null })
    .where('outbox_id', 'in', ids)
    .execute();
}

function toName(delivery: AlertDelivery): string {
  return `${delivery.message.id} ${toDestinationName(delivery.destination)}`;
}

function isInScope(columns: ExpressionBuilder<Schema, 'deliveries'>, { projectId }: ChannelScope) {
  return projectId === undefined
    ? columns('project_id', 'is', null)
    : columns('project_id', '=', projectId);
}

/** Returns false when the delivery's channel was removed meanwhile. */
async function isWanted(
  transaction: Transaction<Schema>,
  { destination }: AlertDelivery,
): Promise<boolean> {
  if (destination.to !== 'channel') return true;
  const channel = await transaction
    .selectFrom('channels')
    .select('id')
    .where('id', '=', destination.channelId)
    .executeTakeFirst();
  return channel !== undefined;
}
