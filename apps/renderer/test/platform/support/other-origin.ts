import { afterAll, beforeAll } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherOrigin {
  readonly origin: string;
  readonly documents: string[];
}

/** Serves another origin during the specs of a `describe`. */
export function holdOtherOrigin(): OtherOrigin {
  const documents: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers['sec-fetch-dest'] === 'document') documents.push(request.url ?? '');
    response
      .setHeader('Content-Type', 'text/html')
      .end('<title>elsewhere</title><h1>elsewhere</h1>');
  });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    documents,
    get origin() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
