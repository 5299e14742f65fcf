import { createHash } from 'node:crypto';
import { transformSync } from '@swc/core';
import { describe, expect, it } from '@jest/globals';
import { readPayload } from '#events';
import { openDatabase } from '#product';
import { bundleOf, findIssuesOfEvents } from '#product/testing';
import { ErrataError } from '#shared';
import { eventually } from '../../../test/support/eventually.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const URL = 'https://shop.example/assets/app.js';

const SOURCE = `
globalThis.checkout = function (cart) {
  const price = cart.price.amount;
  const weight = cart.weight.amount;
  return price * weight;
};
`;

interface Build {
  readonly debugId: string;
  readonly map: string;
  /**
   * Returns the position of the `which`-th `.amount` in the minified code, as a browser reports it.
   */
  place(which: number): { readonly lineno: number; readonly colno: number };
}

/** Earlier functions shift the code, so each version has other columns. */
function build(version: number): Build {
  const before = Array.from({ length: version }, (_, n) => `globalThis.f${n} = () => ${n};\n`);
  const { code, map = '' } = transformSync(before.join('') + SOURCE, {
    swcrc: false,
    configFile: false,
    filename: 'src/cart.js',
    sourceMaps: true,
    minify: true,
    jsc: { target: 'es2022', minify: { compress: false, mangle: { toplevel: true } } },
  });
  const columns = [...code.matchAll(/\.amount/g)].map(({ index }) => index + 2);
  return {
    debugId: `00000000-0000-4000-8000-${String(version).padStart(12, '0')}`,
    map,
    place: (which) => ({ lineno: 1, colno: columns[which] ?? 0 }),
  };
}

async function* piecesOf(bytes: Buffer) {
  yield bytes;
}

async function uploadBuild({ parts: { stores } }: StartedRelay, made: Build): Promise<void> {
  const nowMs = Date.now();
  const bundle = bundleOf(made.debugId, { map: made.map });
  const checksum = createHash('sha1').update(bundle).digest('hex');
  const bundleRequest = { projectId: 1, checksum, chunks: [checksum], nowMs };
  await stores.artifactChunks.add(checksum, { pieces: piecesOf(bundle), nowMs });
  await stores.artifactBundles.ask(bundleRequest);
  await eventually(
    'the bundle',
    async () => (await stores.artifactBundles.ask(bundleRequest)).state === 'ok',
  );
}

async function send(relay: StartedRelay, debugId: string, frame: object): Promise<string> {
  const eventId = createEventId();
  const frames = [{ filename: URL, abs_path: URL, function: 'o', in_app: true, ...frame }];
  const event = {
    event_id: eventId,
    platform: 'javascript',
    level: 'error',
    exception: { values: [{ type: 'TypeError', value: 'no amount', stacktrace: { frames } }] },
    debug_meta: { images: [{ type: 'sourcemap', code_file: URL, debug_id: debugId }] },
  };
  await relay.send(createEnvelope({ eventId, event })).expect(200);
  return eventId;
}

async function readEvents({ drained, dataDir, parts }: StartedRelay, ids: readonly string[]) {
  await drained();
  const database = openDatabase({ dataDir });
  const issueOf = await findIssuesOfEvents(database);
  await database.close();
  const found = [];
  for (const id of ids) {
    const issue = issueOf.get(id)!;
    const stored = await parts.stores.events.find(issue, id);
    const frame = readPayload(stored!.payload!.json).exceptions.at(-1)?.frames.at(-1);
    found.push({ issue, file: frame?.filename, line: frame?.line, code: frame?.contextLine });
  }
  return found;
}

/**
 * Sends events until the relay knows that the project has maps. The relay checks this every two
 * seconds.
 */
async function untilMapped(relay: StartedRelay, { debugId, place }: Build): Promise<void> {
  await eventually('a mapped event', async () => {
    const [event] = await readEvents(relay, [await send(relay, debugId, place(0))]);
    return event?.file === 'src/cart.js';
  });
}

describe('events of minified code', () => {
  it('make one issue over ten builds, and two bugs in one minified method make two', async () => {
    const relay = await startRelay();
    const builds = Array.from({ length: 10 }, (_, version) => build(version));
    for (const each of builds) await uploadBuild(relay, each);
    await untilMapped(relay, builds[0]!);
    const ids: string[] = [];
    for (const { debugId, place } of builds) ids.push(await send(relay, debugId, place(0)));
    const second = await send(relay, builds[3]!.debugId, builds[3]!.place(1));
    const found = await readEvents(relay, [...ids, second]);
    expect(new Set(found.slice(0, 10).map(({ issue }) => issue)).size).toBe(1);
    expect(found[10]?.issue).not.toBe(found[0]?.issue);
    for (const [version, { line }] of found.slice(0, 10).entries()) expect(line).toBe(version + 3);
    expect(found[9]?.code).toContain('cart.price.amount');
    expect(found[10]?.code).toContain('cart.weight.amount');
  });

  it('are mapped once their maps are uploaded, and each further bug gets an issue', async () => {
    const relay = await startRelay();
    const made = build(0);
    const ids: string[] = [];
    for (const which of [0, 0, 1]) ids.push(await send(relay, made.debugId, made.place(which)));
    const before = await readEvents(relay, ids);
    expect(before.map(({ issue, file }) => [issue, file])).toEqual(ids.map(() => [1, URL]));
    await uploadBuild(relay, made);
    await eventually('the order', async () => {
      const order = await relay.parts.stores.reprocessings.findLatest(1);
      return order?.state === 'done';
    });
    const after = await readEvents(relay, ids);
    expect(after.map(({ issue, file, line }) => [issue, file, line])).toEqual([
      [1, 'src/cart.js', 3],
      [1, 'src/cart.js', 3],
      [2, 'src/cart.js', 4],
    ]);
    // A later event must join the issue that processing again has created.
    await untilMapped(relay, made);
    const [late] = await readEvents(relay, [await send(relay, made.debugId, made.place(1))]);
    expect(late?.issue).toBe(2);
  });

  it('wait when the database is away while their maps are looked up', async () => {
    const relay = await startRelay();
    const earlier = build(0);
    await uploadBuild(relay, earlier);
    await untilMapped(relay, earlier);
    // Uses a new file, for which the relay has no cached answer.
    const made = build(1);
    await uploadBuild(relay, made);
    const { artifacts } = relay.parts.stores;
    const { listByDebugIds } = artifacts;
    let failed = 0;
    artifacts.listByDebugIds = async (...args) => {
      if (failed === 3) return listByDebugIds.apply(artifacts, args);
      failed += 1;
      throw new ErrataError('database.unavailable');
    };
    const ids = [
      await send(relay, made.debugId, made.place(0)),
      await send(relay, made.debugId, made.place(1)),
    ];
    const found = await readEvents(relay, ids);
    expect(failed).toBe(3);
    expect(found.map(({ file }) => file)).toEqual(['src/cart.js', 'src/cart.js']);
  });
});
