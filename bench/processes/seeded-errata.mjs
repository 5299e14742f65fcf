import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedIssues } from '../fixtures/seed-issues.mjs';
import { SERVER_CORE } from './cores.mjs';
import { importBuilt, startRelay, startRenderer } from './errata.mjs';
import { fetchHtml } from './page-times.mjs';

/**
 * Both apps on a folder with more issues than a page shows, and the document of their list of
 * issues.
 */
export class SeededErrata {
  #servers;

  html = '';
  /** Payload from which `html` hydrates. The bare counterpart renders the same tree from it. */
  payload;

  constructor({ dataDir, relay, renderer, payloadFile }) {
    this.dataDir = dataDir;
    this.relay = relay;
    this.#servers = [renderer, relay];
    this.renderer = renderer;
    this.payloadFile = payloadFile;
  }

  /** @param {string} folder empty */
  static async start(folder) {
    const dataDir = join(folder, 'data');
    const relay = await startRelay(dataDir, { core: SERVER_CORE });
    await seedIssues(dataDir);
    const renderer = await startRenderer(dataDir, { core: SERVER_CORE, relayUrl: relay.url });
    const payloadFile = join(folder, 'payload.json');
    const seeded = new SeededErrata({ dataDir, relay, renderer, payloadFile });
    await seeded.read();
    return seeded;
  }

  static async fill(folder) {
    const seeded = await SeededErrata.start(folder);
    await seeded.end();
    return seeded;
  }

  /**
   * Reads the list of issues as the visitor with this cookie sees it. Users with more rights see
   * more.
   */
  async read(cookie = this.renderer.pass) {
    this.html = await fetchHtml(`${this.renderer.url}/issues`, cookie);
    this.payload = await readPayload(this.html);
    await writeFile(this.payloadFile, JSON.stringify(this.payload));
  }

  async end() {
    await Promise.all(this.#servers.map((server) => server.end()));
  }
}

async function readPayload(html) {
  const { documentPayloadId } = await importBuilt('libs/shared/src/index.js');
  const script = new RegExp(`<script[^>]*id="${documentPayloadId}"[^>]*>(.*?)</script>`, 's');
  const payload = JSON.parse(script.exec(html)?.[1] ?? 'null');
  const rows = payload?.page.segments.at(-1)?.data.issues?.length;
  if (rows !== 100) throw new Error(`The page shows ${rows} issues, not 100.`);
  return payload;
}
