import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { createViewRegistry } from '#client-runtime';
import type { View } from '#client-runtime';
import type { DocumentPayload } from '#shared';
import { Layout } from '../../apps/renderer/src/features/people/console/views/console.layout.tsx';
import { Page } from '../../apps/renderer/src/features/triage/issue-list/views/issue-list.page.tsx';
import { Table, toTree } from './plain-views.tsx';

/**
 * The bare counterpart of the renderer: `node:http` and React's streaming renderer, with the same
 * tree and props and nothing around it. The path `/string` has the same by `renderToString`.
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
    ['plain/table.page', Table],
  ]),
);

const server = createServer((request, response) => {
  const tree = toTree(payload, views);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (request.url === '/string') {
    response.end(renderToString(tree));
    return;
  }
  const { pipe } = renderToPipeableStream(tree, { onShellReady: () => pipe(response) });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` });
});
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => process.exit(0));
