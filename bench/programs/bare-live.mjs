import { createServer } from 'node:http';

/**
 * The bare counterpart of live pages. `node:http` keeps each connection and writes one event to all
 * of them at a request for `/tell`.
 */
const open = new Set();

const server = createServer((request, response) => {
  if (request.url === '/tell') {
    for (const each of open) each.write('data: {"tags":["projects"]}\n\n');
    response.end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.flushHeaders();
  open.add(response);
  response.once('close', () => open.delete(response));
});

server.listen(0, '127.0.0.1', () => {
  process.send({ type: 'ready', url: `http://127.0.0.1:${server.address().port}` });
});
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => process.exit(0));
