import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderToPipeableStream } from 'react-dom/server';
import { createDeferredData, createViewRegistry, PageTree } from '#client-runtime';
import { createSubmissions, toShownPage } from '#client-runtime/server';
import type { View } from '#client-runtime';
import type { DocumentPayload } from '#shared';
import { Layout } from '../../apps/renderer/src/features/people/console/views/console.layout.tsx';
import { Page } from '../../apps/renderer/src/features/triage/issue-list/views/issue-list.page.tsx';

/**
 * The bare counterpart of the renderer: `node:http` and React's streaming renderer, with the same
 * tree and props and nothing around it.
 *
 * Argument: file with the payload of a document.
 */
const [payloadFile = ''] = process.argv.slice(2);
const payload = JSON.parse(readFileSync(payloadFile, 'utf8')) as DocumentPayload;
const views = createViewRegistry<View>(
  undefined,
  new Map<string, View>([
    ['console/console.layout', Layout],
    ['issue-list/issue-list.page', Page],
  ]),
);

const { basePath, page } = payload;
const application = { basePath, views, submissions: createSubmissions() };
const shown = toShownPage(page, createDeferredData(page.segments));
const places = [{ page: shown, stay: 0, address: page.url }] as const;

const server = createServer((_request, response) => {
  const tree = <PageTree application={application} places={places} />;
  const { pipe } = renderToPipeableStream(tree, {
    onShellReady: () => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      pipe(response);
    },
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` });
});
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => process.exit(0));
