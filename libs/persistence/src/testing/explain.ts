import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Database } from '../database.ts';
import { hasSlots } from '../statements/kept-queries.ts';
import { kyselyOf } from './kysely-of.ts';

export async function explain(
  database: Database,
  work: (explained: Database) => Promise<unknown>,
): Promise<string> {
  const ran: CompiledQuery[] = [];
  const db = kyselyOf(database);
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const query = db.getExecutor().compileQuery(node, { queryId: 'explained' });
      if (!hasSlots(query)) ran.push(query);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const explained = db.withPlugin(listener);
  const executeQuery = explained.executeQuery.bind(explained);
  // Queries run by `KeptQueries` bypass `transformQuery`.
  const kysely = Object.assign(explained, {
    executeQuery: (query: CompiledQuery) => {
      ran.push(query);
      return executeQuery(query);
    },
  });
  await work(Object.create(database, { kysely: { value: kysely } }));
  const prefix = database.kind === 'sqlite' ? 'explain query plan' : 'explain';
  const plans = ran.map(async ({ sql, parameters }) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${prefix} ${sql}`, [...parameters]));
    return rows.map((row) => Object.values(row as object).join(' '));
  });
  return (await Promise.all(plans)).flat().join('\n');
}
