import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import { createMigratedDatabase } from '#product/testing';
import { SqliteDatabase } from '#sqlite';
import { type CommandEnd, runCommand } from './support/operator-command.ts';
import { RelayProcess } from './support/relay-process.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const env = { MONITORING_DSN: 'off' };

it('the usage command lists sizes while services run, and shrink works once they are stopped', async () => {
  const dataDir = createTemporaryFolder();
  const run = (command: string): Promise<CommandEnd> =>
    runCommand([command], { ...env, DATA_DIR: dataDir });
  const relay = await RelayProcess.start({ dataDir });
  expect((await relay.send()).status).toBe(200);
  await relay.drained();
  const usage = await run('usage');
  expect(usage).toMatchObject({ code: 0, errors: '' });
  expect(usage.output).toMatch(/the database takes \d+ kB, of which .* are free/);
  expect(usage.output).toMatch(/^event_payloads +\S+ kB\n {2}app +\S+ (kB|bytes)$/m);
  expect(await run('shrink')).toMatchObject({
    code: 1,
    errors: 'errata: services use the database: stop Errata first\n',
  });
  await relay.terminate();
  const { code, output } = await run('shrink');
  expect(code).toBe(0);
  expect(output).toMatch(/^Written anew\.\nThe database took \d+ kB, and now takes \d+ kB\.\n$/);
  const database = openDatabase({ dataDir });
  expect(await createStores(database).issues.list({ limit: 9 })).toHaveLength(1);
  await database.close();
});

it.each(['usage', 'shrink'])(
  'the %s command refuses a database of a newer version',
  async (command) => {
    const { config, remove } = await createMigratedDatabase('sqlite');
    const db = new SqliteDatabase(join(config.dataDir, 'errata.sqlite'));
    db.exec("INSERT INTO migrations_product (name, timestamp) VALUES ('9999-later', '')");
    db.close();
    const { code, errors } = await runCommand([command], { ...env, DATA_DIR: config.dataDir });
    expect(code).toBe(1);
    expect(errors).toMatch(/newer version/);
    await remove();
  },
);

it.each([
  [['usage'], { DATA_DIR: '/nonexistent' }, /has no errata\.sqlite; set DATA_DIR or DATABASE_URL/],
  [
    ['shrink'],
    { RELAY_MODE: 'forward', UPSTREAM_DSN: 'https://abc@upstream.example/1' },
    /a relay that only forwards has no database/,
  ],
])('the command %j with the settings %j is refused', async (args, more, words) => {
  const { code, errors } = await runCommand(args, { ...env, ...more });
  expect(code).toBe(1);
  expect(errors).toMatch(words);
});
