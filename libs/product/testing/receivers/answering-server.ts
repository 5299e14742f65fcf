import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export class AnsweringServer {
  readonly requests: ReceivedRequest[] = [];
  answer: (response: ServerResponse) => void = (response) => void response.end('ok');
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      this.requests.push({ url: request.url ?? '', headers: request.headers, body });
      this.answer(response);
    });
  });

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve());
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
