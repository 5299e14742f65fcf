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

  constructor({ relay, renderer, html, payload, payloadFile }) {
    this.#servers = [renderer, relay];
    this.relay = relay;
    this.renderer = renderer;
    /** The document of /issues. */
    this.html = html;
    /** What that document hydrates with: the tree's props, for whoever renders the same tree. */
    this.payload = payload;
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
    const html = await fetchHtml(`${renderer.url}/issues`);
    const payload = await readPayload(html);
    const payloadFile = join(folder, 'payload.json');
    await writeFile(payloadFile, JSON.stringify(payload));
    return new SeededErrata({ relay, renderer, html, payload, payloadFile });
  }

  async stop() {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}

/** The document at an address. Rejects when its status is not 200. */
export async function fetchHtml(url) {
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
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
