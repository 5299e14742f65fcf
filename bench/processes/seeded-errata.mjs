import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedIssues } from '../fixtures/seed-issues.mjs';
import { SERVER_CORE } from './cores.mjs';
import { importBuilt, startRelay, startRenderer } from './errata.mjs';
import { fetchHtml } from './page-times.mjs';

/** Both apps on a folder with more issues than a page shows, and what the page then shows. */
export class SeededErrata {
  #servers;

  /** The document of /issues. */
  html = '';
  /** What that document hydrates with: the tree's props, for whoever renders the same tree. */
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

  /** Leaves the folder as they have filled it. */
  static async fill(folder) {
    const seeded = await SeededErrata.start(folder);
    await seeded.end();
    return seeded;
  }

  /** Has the document be that of whose cookie it is: who may do more is shown more. */
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
