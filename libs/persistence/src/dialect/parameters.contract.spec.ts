import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { onEachDatabase } from '#product/testing';
import type { KyselyDatabase } from '../kysely-database.ts';
import { fromRows } from '../statements/json-rows.ts';
import { kyselyOf } from '../testing/kysely-of.ts';
import type { ConnectionPurpose } from './dialect.ts';

const PURPOSES: readonly ConnectionPurpose[] = ['serve', 'migrate', 'read'];

/** Texts as they are sent, and as they are stored. */
const TEXTS = [
  ['U+0000', 'a\0b', 'a\ufffdb'],
  ['a lone high surrogate', 'a\ud83db', 'a\ufffdb'],
  ['a lone low surrogate', '\ude00', '\ufffd'],
  ['a pair of surrogates', 'a😀b', 'a😀b'],
  ['an escape in JSON', String.raw`"\u0000\ud83d"`, String.raw`"\u0000\ud83d"`],
] as const;

onEachDatabase('Parameters', ({ kind, openFresh }) => {
  it.each(PURPOSES)('are made portable, but bytes are not, by a connection to %s', async (why) => {
    const { database } = await openFresh();
    const db = (database as KyselyDatabase).dialect.connect(why);
    const bytes = Buffer.from([0, 0xed, 0xa0, 0x80]);
    const type = sql.raw(kind === 'sqlite' ? 'blob' : 'bytea');
    const { rows } = await sql<{ bytes: Uint8Array; text: string }>`
      select cast(${'\0\ud83d'} as text) as text, cast(${bytes} as ${type}) as bytes`.execute(db);
    await db.destroy();
    expect(rows).toEqual([{ text: '\ufffd\ufffd', bytes: expect.anything() }]);
    expect(Buffer.from(rows[0]!.bytes)).toEqual(bytes);
  });

  it.each(TEXTS)(
    'are stored portably with %s, and found by the same text',
    async (_, sent, kept) => {
      const { database } = await openFresh();
      const db = kyselyOf(database);
      // Slugs are unique, as keys are.
      const slugs = [sent, `second ${sent}`];
      const rows = slugs.map((slug) => ({ slug, name: sent, created_at: 0 }));
      await db.insertInto('projects').values(rows).execute();

      const projects = db.selectFrom('projects').select('slug').orderBy('id');
      const first = [{ slug: kept }];
      const both = [...first, { slug: `second ${kept}` }];
      expect(await projects.where('name', '=', sent).execute()).toEqual(both);
      expect(await projects.where('slug', 'in', [sent, 'other']).execute()).toEqual(first);
      const rowsOfJson = fromRows(kind, { sent: 'text' }, [[sent], ['other']]);
      const array = sql`(select unnest(${[sent, 'other']}::text[]) as sent)`;
      for (const list of kind === 'sqlite' ? [rowsOfJson] : [rowsOfJson, array]) {
        const isListed = sql<boolean>`slug in (select sent from ${list} as v)`;
        expect(await projects.where(isListed).execute()).toEqual(first);
      }

      const again = db.insertInto('projects').values({ slug: sent, name: 'other', created_at: 0 });
      const { numInsertedOrUpdatedRows: made } = await again
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .executeTakeFirstOrThrow();
      expect(made).toBe(0n);
      const renamed = db
        .updateTable('projects')
        .set({ name: `${sent}!` })
        .where('slug', '=', sent);
      await renamed.execute();
      expect(await projects.where('name', '=', `${kept}!`).execute()).toEqual(first);
    },
  );
});
