import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { importBuilt } from '../processes/built.mjs';

/**
 * The whole renderer as it is started, but what its pages show, and to whom, is fixed: neither the database
 * nor the relay is asked. What is left is the platform's own work on a page.
 *
 * Argument: file with the payload of a document of /issues.
 */
const { readRendererConfig } = await importBuilt('apps/renderer/src/config/renderer-config.js');
const { createRenderer } = await importBuilt('apps/renderer/src/create-renderer.js');
const { IssuesService } = await importBuilt('apps/renderer/src/features/issues/issues.service.js');
const { RelayStatusService } = await importBuilt(
  'apps/renderer/src/features/console/relay-status.service.js',
);

const { Access } = await importBuilt('apps/renderer/src/features/accounts/access/access.js');
const { Visitors } = await importBuilt('apps/renderer/src/features/accounts/access/visitors.js');

const payload = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const [layout, page] = payload.page.segments.map(({ data }) => data);
const config = readRendererConfig(process.env);
const guest = new Access('guest');
const renderer = await createRenderer(config);
replace(IssuesService, 'list', () => Promise.resolve(page));
replace(Visitors, 'find', () => Promise.resolve(guest));
replace(RelayStatusService, 'getStatus', () => Promise.resolve(layout.reports));
await renderer.listen();
process.send({ type: 'ready', url: `http://${config.host}:${config.port}` });
for (const event of ['SIGTERM', 'disconnect']) {
  process.on(event, () => void renderer.close().then(() => process.exit(0)));
}

/** Fails when the service no longer has what is to be replaced: the measurement would mean another thing. */
function replace(service, method, answer) {
  const instance = renderer.app.get(service, { strict: false });
  if (typeof instance[method] !== 'function') throw new Error(`${service.name} has no ${method}.`);
  instance[method] = answer;
}
