import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import { withStores } from '../../scripts/support/with-stores.mjs';

const TOKEN = 'a-token-that-uploads';
const ASK_EVERY_MS = 500;
const TOLD_WITHIN_MS = 300_000;
const CHUNK_BYTES = 8 * 1024 * 1024;
const SEGMENTS_A_LINE = 40;

const hash = (kind, bytes) => createHash(kind).update(bytes).digest('hex');

/** Makes a token that may upload source maps to each project. */
export async function addUploader(place) {
  await withStores(place, ({ tokens }) =>
    tokens.create({
      hash: hash('sha256', TOKEN),
      hint: 'prove',
      name: 'prove',
      scopes: ['org:ci'],
      createdAtMs: Date.now(),
    }),
  );
}

/** Packs one script with a map of about `mapBytes`, one half source and the other mappings. */
export function makeBundle(mapBytes, random) {
  const line = `export const value${Math.floor(random() * 1e9)} = 'a line of the source';\n`;
  const mapped = `AACA${',CAAC'.repeat(SEGMENTS_A_LINE - 1)};`;
  const lines = Math.ceil(mapBytes / 2 / line.length);
  const rows = Math.ceil(mapBytes / 2 / mapped.length);
  const map = JSON.stringify({
    version: 3,
    sources: ['source.ts'],
    sourcesContent: [line.repeat(lines)],
    names: [],
    mappings: mapped.repeat(rows),
  });
  const debugId = crypto.randomUUID();
  const listed = (type) => ({ type, url: `~/${debugId}.js`, headers: { 'debug-id': debugId } });
  const manifest = {
    files: { 'files/0': listed('minified_source'), 'files/1': listed('source_map') },
  };
  return zipSync(
    {
      'manifest.json': strToU8(JSON.stringify(manifest)),
      'files/0': strToU8('x'),
      'files/1': strToU8(map),
    },
    { level: 0 },
  );
}

/**
 * Uploads a bundle as sentry-cli does. Resolves with its end and with what its sender was told.
 *
 * @returns {Promise<{ end: 'ok' | 'error' | 'waits' | 'refused' | 'untold', told: string }>} `waits`: a
 *   reason was told, and the upload is tried again
 */
export async function upload(url, bundle) {
  const send = (path, init) =>
    fetch(`${url}/api/0/organizations/errata/${path}`, {
      method: 'POST',
      ...init,
      headers: { Authorization: `Bearer ${TOKEN}`, ...init.headers },
    });
  const chunks = [];
  for (let from = 0; from < bundle.length; from += CHUNK_BYTES) {
    const chunk = bundle.subarray(from, from + CHUNK_BYTES);
    const form = new FormData();
    chunks.push(hash('sha1', chunk));
    form.append('file', new Blob([chunk]), chunks.at(-1));
    const answer = await send('chunk-upload/', { body: form });
    if (answer.status !== 200) return { end: 'refused', told: (await answer.json()).detail };
  }
  const body = JSON.stringify({ checksum: hash('sha1', bundle), chunks, projects: [1] });
  const headers = { 'Content-Type': 'application/json' };
  for (const endMs = performance.now() + TOLD_WITHIN_MS; performance.now() < endMs;) {
    const answer = await send('artifactbundle/assemble/', { body, headers });
    const { state, detail } = await answer.json();
    if (state === 'ok' || state === 'error') return { end: state, told: detail ?? '' };
    if (detail) return { end: 'waits', told: detail };
    await pause(ASK_EVERY_MS);
  }
  return { end: 'untold', told: '' };
}
