import { alertLimits } from '#shared';
import type { AlertPace } from '../rules/message-pace.ts';
import type { StoreSettings, KyselyDatabase } from '#persistence/stores';
import { HOUR_MS, inTransaction } from '#persistence/stores';
import { judgeCrashFreeRules } from './judge-crash-free.ts';
import { isFiringDue, isQueueDue } from './due.ts';
import { sendQueue } from './send-queue.ts';
import { spreadFirings } from './spread-firings.ts';
import { endGone, hasGone } from './told-alerts.ts';
import { sendRuleTest } from './test-rule.ts';
import { UnsubscribeToken } from './unsubscribe-token.ts';
import { tables } from './alert.tables.ts';
import type { AlertSending, QueueSending, TestSending } from './alert.types.ts';

const ROWS_PER_STEP = 1000;

/**
 * An empty queue is deleted when its last message is this old. Older messages do not affect the
 * pace of messages.
 */
const QUEUE_KEPT_MS = 24 * HOUR_MS;

/**
 * Moves firings into the queues of their destinations, and from the queues into the outbox. Several
 * relays may call the methods at the same time.
 */
export class AlertStore {
  readonly #database: KyselyDatabase;
  readonly #secret: string | undefined;
  #madeTokens: UnsubscribeToken | undefined;

  constructor(database: KyselyDatabase, { secret }: StoreSettings) {
    this.#database = database;
    this.#secret = secret;
  }

  /**
   * Judges the crash-free sessions of the newest release, for each rule with a limit. Stores a firing
   * when a release fell under the limit, and when it is no longer under it.
   */
  judgeCrashFree(nowMs: number, signal: AbortSignal): Promise<void> {
    return judgeCrashFreeRules(this.#database, { nowMs, signal });
  }

  /**
   * Puts some of the due firings into the queues of their destinations. Returns false when none was
   * due.
   */
  async spread(sending: Pick<AlertSending, 'nowMs' | 'canMail'>): Promise<boolean> {
    // This check runs every second. A transaction would wait until no other process writes, even
    // when nothing is due.
    const due = await this.#database.kysely
      .selectFrom('alert_firings')
      .select('id')
      .where('spread_at', 'is', null)
      .where(isFiringDue(sending.nowMs))
      .limit(1)
      .executeTakeFirst();
    const isGone = await hasGone(this.#database.kysely);
    if (!due && !isGone) return false;
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) => {
      if (isGone) await endGone(transaction, sending.nowMs);
      return spreadFirings({ ...sending, transaction, dialect });
    });
  }

  /**
   * Empties one due queue and puts its messages into the outbox, in one transaction. Leaves
   * out messages that cannot be composed. Returns false when no queue was due.
   *
   * A message reflects the state at the time of this call:
   * - People get only issues that they may read.
   * - Muted and resolved issues, but for feedback about these, and deleted comments are left out.
   * - Ends are left out for whom was told nothing, and when the issue fell again.
   * - Firings that have to follow a message that is still being sent stay in the queue.
   */
  async sendNext(sending: QueueSending): Promise<boolean> {
    const due = await this.#database.kysely
      .selectFrom('alert_queues')
      .select('destination')
      .where(isQueueDue(sending.nowMs))
      .limit(1)
      .executeTakeFirst();
    if (!due) return false;
    const { dialect } = this.#database;
    return inTransaction(this.#database, (transaction) =>
      sendQueue({ ...sending, transaction, dialect, tokens: () => this.#tokens }),
    );
  }

  /**
   * Sends one test that `AlertRuleStore.askForTest` requested, to the rule's channels. When the
   * rule sends mail to members, only the person who asked gets mail. Returns false when no test was
   * requested.
   */
  sendTest(sending: TestSending): Promise<boolean> {
    return sendRuleTest(this.#database, sending);
  }

  /** Removes some outdated rows. Returns true when more may remain. */
  async removeOld(nowMs: number): Promise<boolean> {
    const oldMs = nowMs - alertLimits.keptMs;
    const untoldMs = nowMs - alertLimits.untoldKeptMs;
    const countedMs = nowMs - 2 * HOUR_MS;
    const isFull = [
      await this.#remove({ table: 'alert_firings', key: 'id', at: 'at' }, oldMs),
      await this.#remove({ table: 'alert_told', key: 'issue_key', at: 'told_at' }, oldMs),
      await this.#remove({ table: 'alert_untold', key: 'issue_id', at: 'since' }, untoldMs),
      await this.#remove({ table: 'alert_minutes', key: 'issue_id', at: 'starts_at' }, countedMs),
      await this.#remove({ table: 'alert_users', key: 'user_hash', at: 'seen_at' }, countedMs),
      await this.#removeQueues(nowMs - QUEUE_KEPT_MS),
    ];
    return isFull.includes(true);
  }

  get #tokens(): UnsubscribeToken {
    return (this.#madeTokens ??= new UnsubscribeToken(this.#secret ?? this.#database.secret()));
  }

  async #remove(
    { table, key, at }: { readonly table: (typeof tables)[number]; key: string; at: string },
    beforeMs: number,
  ): Promise<boolean> {
    const { kysely } = this.#database;
    const name = table as 'alert_firings';
    const [keyOf, atOf] = [kysely.dynamic.ref(key), kysely.dynamic.ref(at)];
    const old = kysely.selectFrom(name).select(keyOf).where(atOf, '<', beforeMs);
    const { numDeletedRows } = await kysely
      .deleteFrom(name)
      .where(keyOf, 'in', old.limit(ROWS_PER_STEP))
      .where(atOf, '<', beforeMs)
      .executeTakeFirst();
    return numDeletedRows >= BigInt(ROWS_PER_STEP);
  }

  /**
   * Removes queues that sent no message for a day, even when their destination still exists. The
   * destination's next firing adds the queue again.
   */
  async #removeQueues(beforeMs: number): Promise<boolean> {
    const { kysely } = this.#database;
    const empty = await kysely
      .selectFrom('alert_queues')
      .select(['destination', 'pace'])
      .where('due_at', 'is', null)
      .execute();
    const rested = empty.filter(({ pace }) => {
      const { sentMs } = JSON.parse(pace) as AlertPace;
      return (sentMs.at(-1) ?? 0) < beforeMs;
    });
    const destinations = rested.slice(0, ROWS_PER_STEP).map(({ destination }) => destination);
    if (destinations.length === 0) return false;
    await kysely
      .deleteFrom('alert_queues')
      .where('destination', 'in', destinations)
      .where('due_at', 'is', null)
      .execute();
    return rested.length > ROWS_PER_STEP;
  }
}
