import { describe, expect, it } from '@jest/globals';
import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteIntrospector } from 'kysely';
import { SqliteCompiler } from './sqlite-dialect.ts';

const db = new Kysely<{ rows: { id: number } }>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteCompiler(),
  },
});

describe('SqliteCompiler', () => {
  it.each([
    [
      'of a builder',
      db.selectFrom('rows').select('id').where('id', '=', 7).limit(5).offset(10),
      'select "id" from "rows" where "id" = ? limit 5 offset ?',
      [7, 10],
    ],
    ['of raw SQL', sql`select ${1} limit ${2}`, 'select ? limit 2', [1]],
    ['in nested SQL', sql`select 1 limit ${sql`${3}`}`, 'select 1 limit 3', []],
    ['after a name that ends alike', sql`select "limit" = ${4}`, 'select "limit" = ?', [4]],
    ['that is no integer', sql`select 1 limit ${'1; --'}`, 'select 1 limit ?', ['1; --']],
  ] as const)('writes only whole limits into the SQL, such as one %s', (_, query, text, values) => {
    const { sql: compiled, parameters } = query.compile(db);
    expect([compiled, parameters]).toEqual([text, values]);
  });
});
