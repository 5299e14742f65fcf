import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { importBuilt } from '../../scripts/support/import-built.mjs';

/**
 * The complete renderer with a fixed page and visitor. No request reaches the database or the
 * relay, so only the platform's own work on a page is measured.
 *
 * Argument: file with the payload of a document of /issues.
 */
const { readRendererConfig } = await importBuilt('apps/renderer/src/config/renderer-config.js');
const { createRenderer } = await importBuilt('apps/renderer/src/create-renderer.js');

const payload = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const [, page] = payload.page.segments.map(({ data }) => data);
const config = readRendererConfig(process.env);
const renderer = await createRenderer(config);
const visitors = getService('Visitors');
const token = await getService('SetupService').getToken();
const guest = await visitors.find({ headers: { cookie: `errata-setup=${token}` }, query: {} });
if (!guest.isGuest) throw new Error('Somebody owns it: who is not signed in is shown nothing.');
replace(getService('IssueListService'), 'list', () => Promise.resolve(page));
replace(visitors, 'find', () => Promise.resolve(guest));
replace(getService('RelayStatusService'), 'getStatus', () => Promise.resolve({}));
await renderer.listen();
process.send({ type: 'ready', url: `http://${config.host}:${config.port}` });
for (const event of ['SIGTERM', 'disconnect']) {
  process.on(event, () => void renderer.close().then(() => process.exit(0)));
}

/**
 * Finds a service by its class name. The class imported from a separate module would not be the
 * bundle's class.
 */
function getService(name) {
  for (const { providers } of renderer.app.container.getModules().values()) {
    for (const provider of providers.values()) {
      if (provider.metatype?.name === name) return provider.instance;
    }
  }
  throw new Error(`There is no ${name}.`);
}

/**
 * Replaces a method of a service. Throws when the service lacks the method, because the renderer
 * would then do the work that the measurement leaves out.
 */
function replace(service, method, answer) {
  if (typeof service[method] !== 'function') {
    throw new Error(`${service.constructor.name} has no ${method}.`);
  }
  service[method] = answer;
}
