import type { Database, encodeEvent } from '#persistence';
import type { SpooledReport } from '../../spool/spool.ts';
import { processReport } from '../process-report.ts';

export interface RehearsalOptions {
  /** Begins nothing more once it says so. */
  readonly signal: AbortSignal;
  /** As of `processReport`. */
  readonly encode: typeof encodeEvent;
}

/** As long as the code is new to the thread, a report takes it up to ten times as long. */
const TIMES = 3;

const frames = Array.from({ length: 20 }, (_, place) => ({
  function: `step${place}`,
  filename: `/srv/shop/steps/${place}.js`,
  module: `steps:${place}`,
  lineno: 10 + place,
  colno: 5,
  in_app: place > 10,
  context_line: `return step${place + 1}(order);`,
  pre_context: ['{', '  check(order);'],
  post_context: ['}', ''],
}));

const breadcrumbs = Array.from({ length: 40 }, (_, place) => ({
  timestamp: 1_700_000_000 + place,
  category: 'http',
  level: 'info',
  message: `GET /orders/${place}`,
  data: { status_code: 200, url: `https://shop.example/orders/${place}?page=1` },
}));

const EVENT = {
  event_id: '0123456789abcdef0123456789abcdef',
  timestamp: 1_700_000_000,
  platform: 'node',
  level: 'error',
  environment: 'production',
  release: 'shop@1.0.0',
  server_name: 'shop-1',
  transaction: 'POST /orders/:id',
  sdk: { name: 'sentry.javascript.node', version: '10.0.0' },
  exception: {
    values: [
      { type: 'Error', value: 'The query of order 17 failed', stacktrace: { frames } },
      {
        type: 'OrderError',
        value: 'No order 5f3a0c9e',
        stacktrace: { frames },
        mechanism: { type: 'generic', handled: false },
      },
    ],
  },
  breadcrumbs,
  request: {
    method: 'POST',
    url: 'https://shop.example/orders/17?page=2',
    headers: { accept: 'application/json', 'user-agent': 'Mozilla/5.0' },
  },
  user: { id: '17', email: 'jane@shop.example', ip_address: '192.0.2.1' },
  tags: { region: 'eu' },
  contexts: {
    os: { name: 'Linux', version: '6.1' },
    runtime: { name: 'node', version: 'v20.19.0' },
    trace: { trace_id: '0123456789abcdef0123456789abcdef', span_id: '0123456789abcdef' },
  },
  extra: { attempt: 2, items: ['a', 'b'] },
  modules: { express: '5.1.0' },
};

/** As an SDK sends one, with all that most of them have. */
export const REHEARSED: SpooledReport = {
  id: 0,
  origin: '0'.repeat(16),
  projectId: 0,
  publicKey: '',
  receivedAtMs: 1_700_000_000_000,
  contents: { kept: { error: 1 }, filtered: {} },
  body: Buffer.from(`{}\n{"type":"event"}\n${JSON.stringify(EVENT)}\n`),
};

/**
 * Has a thread process a sound report a few times, and reach its database, before it is given one that threads may have
 * ended over: what is new to it costs hundreds of milliseconds on a busy machine, and an end meanwhile, whatever it comes
 * from, is not that report's (ADR 64). Never rejects; a database that is away is told of, and waited for, with the reports.
 */
export async function rehearse(
  database: Pick<Database, 'ping'>,
  { signal, encode }: RehearsalOptions,
): Promise<void> {
  for (let time = 0; time < TIMES && !signal.aborted; time += 1)
    await processReport(REHEARSED, { encode });
  if (!signal.aborted) await database.ping().catch(() => undefined);
}
