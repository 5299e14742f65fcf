import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Database } from '../database.ts';
import { kyselyOf } from './kysely-of.ts';

/** How the database goes about the statements that `work` runs. */
export async function explain(
  database: Database,
  work: (explained: Database) => Promise<unknown>,
): Promise<string> {
  const ran: RootOperationNode[] = [];
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      ran.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const db = kyselyOf(database);
  await work(Object.create(database, { kysely: { value: db.withPlugin(listener) } }));
  const prefix = database.kind === 'sqlite' ? 'explain query plan' : 'explain';
  const plans = ran.map(async (node) => {
    const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'explained' });
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${prefix} ${sql}`, [...parameters]));
    return rows.map((row) => Object.values(row as object).join(' '));
  });
  return (await Promise.all(plans)).flat().join('\n');
}
