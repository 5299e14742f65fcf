import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that takes reports. When it is `held`, it answers only after `release`. */
export interface ReportSink {
  readonly dsn: string;
  readonly bodies: readonly string[];
  /** Answers all waiting reports. Later reports are answered at once. */
  release(): void;
  end(): void;
}

export async function openReportSink({ held = false } = {}): Promise<ReportSink> {
  const bodies: string[] = [];
  const waiting: ServerResponse[] = [];
  let holding = held;
  const server = createServer(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    if (holding) waiting.push(response);
    else response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://key@127.0.0.1:${port}/2`,
    bodies,
    release: () => {
      holding = false;
      for (const response of waiting.splice(0)) response.end('{}');
    },
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
