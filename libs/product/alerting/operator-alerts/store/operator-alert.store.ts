import { type Kysely, type Selectable, sql } from 'kysely';
import { quote } from '#product/people/audit/rules';
import { isOver } from '#shared';
import * as operatorLimits from '../rules/operator-limits.ts';
import { judgeCondition, withoutFuture } from '../rules/operator-conditions.ts';
import type {
  OperatorConditionName,
  SeenCondition,
  StandingCondition,
} from '../rules/operator-conditions.ts';
import type { StoreSettings, KyselyDatabase, Schema, Capability } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { UnsubscribeToken } from '#product/alerting/alerts';
import type { AlertSending } from '#product/alerting/alerts';
import { writeAudit } from '#product/people/audit';
import type { ChangedBy } from '#product/projects/projects';
import { createOperatorAlerts } from './migrations/0030-create-operator-alerts.ts';
import { putOperatorAlerts } from './tell-operators.ts';
import type { AlertedCondition } from './operator-alert.types.ts';

interface OperatorConditionsTable {
  readonly name: OperatorConditionName;
  readonly scope: string;
  readonly level: 1 | 2;
  readonly since: number;
  readonly told_at: number;
  readonly clear_since: number | null;
  readonly judged_at: number;
}

interface OperatorSilencesTable {
  readonly name: OperatorConditionName;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly operator_conditions: OperatorConditionsTable;
    readonly operator_silences: OperatorSilencesTable;
  }
}

type Row = Selectable<OperatorConditionsTable>;

interface Judged {
  readonly seen: SeenCondition;
  readonly standing: StandingCondition | undefined;
  readonly told?: AlertedCondition;
}

/**
 * Stores conditions of Errata itself. Alerts operators through the instance's channels, and owners
 * by mail.
 */
export class OperatorAlertStore {
  readonly #database: KyselyDatabase;
  readonly #secret: string | undefined;

  constructor(database: KyselyDatabase, { secret }: StoreSettings) {
    this.#database = database;
    this.#secret = secret;
  }

  /**
   * Decides about the conditions that one relay has observed. One transaction stores the result and
   * puts the alerts into the outbox, so an alert is neither lost nor sent twice.
   *
   * A condition that no relay has observed for an hour is over. A relay that
   * judges at the same time waits, and then sees what the other has told.
   */
  async judge(
    seen: readonly SeenCondition[],
    telling: AlertSending<AlertedCondition>,
  ): Promise<void> {
    const rows = await selectStanding(this.#database.kysely);
    // Usually no condition lasts or begins. This check then avoids a write lock.
    if (rows.length === 0 && !seen.some(({ level }) => level > 0)) return;
    await inTransaction(this.#database, async (transaction) => {
      if (this.#database.dialect.hasConcurrentWriters) {
        await sql`lock table operator_conditions in share row exclusive mode`.execute(transaction);
      }
      const silenced = await listSilenced(transaction);
      const notSilenced = seen.filter(({ name }) => !silenced.has(name));
      const standing = await selectStanding(transaction);
      const judged = judgeAll(standing, notSilenced, telling.nowMs);
      for (const each of judged) await write(transaction, each, telling.nowMs);
      const told = judged.flatMap((each) => each.told ?? []);
      const tokens = () => new UnsubscribeToken(this.#secret ?? this.#database.secret());
      await putOperatorAlerts(transaction, told, { ...telling, tokens });
    });
  }

  async listStanding(): Promise<StandingCondition[]> {
    return (await selectStanding(this.#database.kysely)).map(toStanding);
  }

  listSilenced(): Promise<ReadonlySet<OperatorConditionName>> {
    return listSilenced(this.#database.kysely);
  }

  /**
   * Switches alerts about a condition off or on, and writes an audit entry. Switching off deletes
   * the current condition, so its end is not announced either.
   */
  silence(name: OperatorConditionName, isSilent: boolean, by: ChangedBy): Promise<void> {
    return inTransaction(this.#database, async (transaction) => {
      const wasSilent = (await listSilenced(transaction)).has(name);
      if (wasSilent === isSilent) return;
      if (isSilent) {
        const silence = transaction.insertInto('operator_silences').values({ name });
        await silence.onConflict((conflict) => conflict.doNothing()).execute();
        await transaction.deleteFrom('operator_conditions').where('name', '=', name).execute();
      } else {
        await transaction.deleteFrom('operator_silences').where('name', '=', name).execute();
      }
      const { byUserId, nowMs: atMs } = by;
      const who = byUserId === undefined ? {} : { byUserId };
      const switched = { from: wasSilent ? 'off' : 'on', to: isSilent ? 'off' : 'on' };
      await writeAudit(transaction, [
        { atMs, ...who, what: 'operator-alert.switched', target: name, ...switched },
      ]);
    });
  }
}

function selectStanding(db: Kysely<Schema>): Promise<Row[]> {
  return db
    .selectFrom('operator_conditions')
    .selectAll()
    .orderBy('since')
    .orderBy('name')
    .orderBy('scope')
    .execute();
}

async function listSilenced(db: Kysely<Schema>): Promise<ReadonlySet<OperatorConditionName>> {
  const rows = await db.selectFrom('operator_silences').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

function toStanding({ name, scope, level, since, told_at, clear_since }: Row): StandingCondition {
  const clear = clear_since === null ? {} : { clearSinceMs: clear_since };
  return { name, scope, level, sinceMs: since, toldAtMs: told_at, ...clear };
}

function judgeAll(
  rows: readonly Row[],
  seen: readonly SeenCondition[],
  nowMs: number,
): readonly Judged[] {
  const byName = new Map(rows.map((row) => [toName(row), withoutFuture(toStanding(row), nowMs)]));
  const judged = seen.map((each) => {
    const before = byName.get(toName(each));
    const { standing, news } = judgeCondition(before, each, nowMs);
    const told = standing ?? before;
    return { seen: each, standing, ...(news && told ? toTold(news, told, each) : {}) };
  });
  const looked = new Set(seen.map(toName));
  const left = rows.filter(
    (row) =>
      !looked.has(toName(row)) &&
      isOver(
        row.judged_at + operatorLimits.staleConditionMs,
        nowMs,
        operatorLimits.staleConditionMs,
      ),
  );
  return [...judged, ...left.map(toUnjudgedOver)];

  function toTold(
    news: AlertedCondition['news'],
    standing: StandingCondition,
    each: SeenCondition,
  ): Pick<Judged, 'told'> {
    return { told: { news, standing, seen: each, nowMs } };
  }

  function toUnjudgedOver(row: Row): Judged {
    const { name, scope, judged_at } = row;
    const facts = ['The relay that reported this problem is gone.'];
    const unseen = { name, scope, level: 0, facts } as const;
    const standing = withoutFuture({ ...toStanding(row), clearSinceMs: judged_at }, nowMs);
    return { seen: unseen, standing: undefined, ...toTold('over', standing, unseen) };
  }
}

function toName({ name, scope }: Pick<Row, 'name' | 'scope'>): string {
  return `${name} ${scope}`;
}

async function write(
  db: Kysely<Schema>,
  { seen: { name, scope }, standing }: Judged,
  nowMs: number,
): Promise<void> {
  if (!standing) {
    await db
      .deleteFrom('operator_conditions')
      .where('name', '=', name)
      .where('scope', '=', scope)
      .execute();
    return;
  }
  const values = {
    level: standing.level,
    since: standing.sinceMs,
    told_at: standing.toldAtMs,
    clear_since: standing.clearSinceMs ?? null,
    judged_at: nowMs,
  };
  await db
    .insertInto('operator_conditions')
    .values({ name, scope, ...values })
    .onConflict((conflict) => conflict.columns(['name', 'scope']).doUpdateSet(values))
    .execute();
}

export const operatorAlerts = {
  tables: ['operator_conditions', 'operator_silences'],
  migrations: [createOperatorAlerts],
  stores: {
    operatorAlerts: {
      port: OperatorAlertStore,
      open: (database, settings) => new OperatorAlertStore(database, settings),
    },
  },
  auditTexts: {
    'operator-alert': 'Alerts about Errata',
    'operator-alert.switched': ({ target, to }) =>
      `switched the alert about Errata ${quote(target.replaceAll('-', ' '))} ${to}`,
  },
} as const satisfies Capability;
