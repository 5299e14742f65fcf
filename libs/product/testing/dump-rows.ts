import { sql } from 'kysely';
import { boundLimits } from '#shared';
import type { Database } from '#persistence/stores';
import { ownSchema } from '../open-database.ts';
import { decodePayload } from '../recording/reports/store/payload/event-payload.ts';
import { kyselyOf } from '#persistence/testing';

/**
 * Returns all rows of all tables, one a line, with decompressed payloads. Specs search this text
 * for a word.
 */
export async function dumpRows(database: Database): Promise<string> {
  const db = kyselyOf(database);
  const lines: string[] = [];
  for (const table of [...ownSchema.tables].toSorted()) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db);
    lines.push(...rows.map((row) => `${table} ${JSON.stringify(toReadable(row))}`).toSorted());
  }
  return lines.join('\n');
}

/** Measures a project's stored bytes in the same way as `StorageStore`. */
export async function measureStored(database: Database, projectId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select cast(sum(bytes) as bigint) as bytes from (
      select ${sql.lit(boundLimits.stubBytes)} + coalesce(length(p.body), 0) as bytes
      from events e left join event_payloads p on p.id = e.id where e.project_id = ${projectId}
      union all
      select bytes from attachments where state = 'kept' and project_id = ${projectId}
    ) as stored`.execute(kyselyOf(database));
  return rows[0]!.bytes;
}

type Row = Readonly<Record<string, unknown>>;

function toReadable(row: Row): Row {
  const { encoding, body } = row;
  if (typeof encoding === 'string' && body instanceof Uint8Array) {
    return { ...row, body: decodePayload({ encoding, body: Buffer.from(body) }).json };
  }
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    ]),
  );
}
