import 'reflect-metadata';
import { pathToFileURL } from 'node:url';
import { Controller, Get } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { importBuilt } from '../../scripts/support/import-built.mjs';
import { root } from '../../scripts/support/root.mjs';

/**
 * The platform alone, with one page: a plain table of 100 rows.
 *
 * Argument: file of the built `plain-views.tsx`.
 */
const rendering = await importBuilt('apps/renderer/src/rendering/index.js');
const { renderPage } = await importBuilt('apps/renderer/src/rendering/build/server-entry.js');
const { RecentLines } = await importBuilt('libs/telemetry/src/index.js');
const entry = await import(pathToFileURL(process.argv[2]).href);
const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `Room ${id}`, count: id * 7 }));

class TableController {
  show() {
    return { rows };
  }
}
const show = Object.getOwnPropertyDescriptor(TableController.prototype, 'show');
const page = rendering.Page('plain/table.page', { head: () => ({ title: 'Rooms' }) });
for (const decorate of [page, Get()]) decorate(TableController.prototype, 'show', show);
Controller()(TableController);

const build = await rendering.openViewBuild({ development: false, rootFolder: root });
const setup = {
  ...build,
  options: {
    basePath: '',
    publicOrigin: 'http://127.0.0.1',
    development: false,
    applicationName: 'Plain',
    layouts: [],
    secret: 'of no visitor',
    contentSources: {},
    boot: () => ({}),
    isSecure: () => false,
  },
  views: { listLoading: () => [], render: (shown, options) => renderPage(entry, shown, options) },
  monitoring: new rendering.ErrorMonitoring(undefined, new RecentLines()),
  readiness: {},
  submits: {},
};
const platform = rendering.RenderingModule.forRoot(setup);
const plain = { ...platform, controllers: [...platform.controllers, TableController] };
const how = { bodyParser: false, logger: ['error'] };
const app = await NestFactory.create(plain, new rendering.PageAdapter(), how);
rendering.mountRendering(app, { first: [], assets: build.middleware });
const { PORT, PUBLIC_URL } = process.env;
await app.listen(PORT, '127.0.0.1');
process.send({ type: 'ready', url: PUBLIC_URL });
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => process.exit(0));
