import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readRelayConfig } from '../apps/monitoring-relay/src/config/relay-config.ts';
import { createRelay } from '../apps/monitoring-relay/src/create-relay.ts';
import { product } from '../apps/monitoring-relay/src/product.ts';
import { readRendererConfig } from '../apps/renderer/src/config/renderer-config.ts';
import { createRenderer } from '../apps/renderer/src/create-renderer.ts';
import { root } from '../scripts/support/root.mjs';
import {
  toErrorTable,
  toLimitTable,
  toOutcomeTable,
  toRightTable,
  toRouteTable,
  toTransitionTable,
  toWhatEndsTable,
} from './support/specification-tables.ts';

const FILE = join(root, 'docs/specification.md');
const SETTINGS = { MONITORING_DSN: 'off', LOG_LEVEL: 'error', RELAY_URL: 'http://127.0.0.1:9' };

/** Finds a table between `<!-- table: routes -->` and `<!-- end -->`. */
function tableAt(text: string, name: string): RegExpExecArray | null {
  return new RegExp(`(?<=<!-- table: ${name} -->\n\n)[^]*?(?=\n\n<!-- end -->)`).exec(text);
}

/** Compares the table in the document. ERRATA_WRITE_DOCS=1 writes it instead. */
function expectTable(name: string, table: string, file = FILE): void {
  const text = readFileSync(file, 'utf8');
  const found = tableAt(text, name);
  if (process.env['ERRATA_WRITE_DOCS'] === '1' && found) {
    const before = text.slice(0, found.index);
    writeFileSync(file, before + table + text.slice(found.index + found[0].length));
  }
  expect(tableAt(readFileSync(file, 'utf8'), name)?.[0]).toBe(table);
}

it('SECURITY.md lists what ends what', () => {
  expectTable('what-ends', toWhatEndsTable(), join(root, 'SECURITY.md'));
});

describe('docs/specification.md', () => {
  let dataDir: string;
  let renderer: Awaited<ReturnType<typeof createRenderer>>;
  let relay: Awaited<ReturnType<typeof createRelay>>;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'errata-specification-'));
    const settings = { ...SETTINGS, DATA_DIR: dataDir };
    renderer = await createRenderer(readRendererConfig(settings));
    const ownProduct = (await product.inPlace?.()) ?? product;
    relay = await createRelay(readRelayConfig(settings), { product: ownProduct });
  });

  afterAll(async () => {
    await renderer.close();
    await relay.close();
    rmSync(dataDir, { recursive: true });
  });

  it('lists the routes that there are', () => {
    expectTable('routes', toRouteTable({ renderer: renderer.app, relay: relay.app }));
  });

  it('lists the transitions that there are', () => {
    expectTable('transitions', toTransitionTable());
  });

  it('lists the errors that there are', () => {
    expectTable('errors', toErrorTable());
  });

  it('lists the rights that there are', () => {
    expectTable('rights', toRightTable());
  });

  it('lists the outcomes that there are', () => {
    expectTable('outcomes', toOutcomeTable());
  });

  it('lists the limits that there are', async () => {
    expectTable('limits', await toLimitTable());
  });
});
