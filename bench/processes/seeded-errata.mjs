import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedIssues } from '../fixtures/seed-issues.mjs';
import { importBuilt } from './built.mjs';
import { SERVER_CORE } from './cores.mjs';
import { startRelay, startRenderer } from './errata.mjs';
import { findFreePorts } from './free-ports.mjs';

/** Both apps on a folder with more issues than a page shows, and what the page then shows. */
export class SeededErrata {
  #servers;

  /** The document of /issues. */
  html = '';
  /** What that document hydrates with: the tree's props, for whoever renders the same tree. */
  payload;

  constructor({ dataDir, relay, renderer, payloadFile }) {
    this.dataDir = dataDir;
    this.#servers = [renderer, relay];
    this.relay = relay;
    this.renderer = renderer;
    this.payloadFile = payloadFile;
  }

  /** @param {string} folder empty */
  static async start(folder) {
    const dataDir = join(folder, 'data');
    const relay = await startRelay(dataDir, { core: SERVER_CORE });
    await seedIssues(dataDir);
    const [port] = await findFreePorts(1);
    const renderer = await startRenderer(dataDir, {
      core: SERVER_CORE,
      port,
      relayUrl: relay.url,
    });
    const payloadFile = join(folder, 'payload.json');
    const seeded = new SeededErrata({ dataDir, relay, renderer, payloadFile });
    await seeded.read();
    return seeded;
  }

  /** Has the document be that of whose cookie it is: who may do more is shown more. */
  async read(cookie = this.renderer.pass) {
    this.html = await fetchHtml(`${this.renderer.url}/issues`, cookie);
    this.payload = await readPayload(this.html);
    await writeFile(this.payloadFile, JSON.stringify(this.payload));
  }

  async stop() {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}

/** The document at an address. Rejects when its status is not 200. */
export async function fetchHtml(url, cookie = '') {
  const answer = await fetch(url, { headers: { accept: 'text/html', cookie } });
  const html = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${html}`);
  return html;
}

async function readPayload(html) {
  const { documentPayloadId } = await importBuilt('libs/shared/src/index.js');
  const script = new RegExp(`<script[^>]*id="${documentPayloadId}"[^>]*>(.*?)</script>`, 's');
  const payload = JSON.parse(script.exec(html)?.[1] ?? 'null');
  const rows = payload?.page.segments.at(-1)?.data.issues?.length;
  if (rows !== 100) throw new Error(`The page shows ${rows} issues, not 100.`);
  return payload;
}
