import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherOrigin {
  readonly origin: string;
  readonly documents: string[];
  end(): void;
}

export async function startOtherOrigin(): Promise<OtherOrigin> {
  const documents: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers['sec-fetch-dest'] === 'document') documents.push(request.url ?? '');
    response
      .setHeader('Content-Type', 'text/html')
      .end('<title>elsewhere</title><h1>elsewhere</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
