import { randomUUID } from 'node:crypto';

export const TEST_CLIENT = 'errata.test-error/1';

const [SDK_NAME = '', SDK_VERSION = ''] = TEST_CLIENT.split('/');

const FRAMES = [
  {
    filename: 'node:internal/process/task_queues',
    function: 'process.processTicksAndRejections',
    lineno: 104,
    colno: 5,
    in_app: false,
  },
  {
    filename: 'src/checkout.js',
    function: 'checkOut',
    lineno: 21,
    colno: 17,
    in_app: true,
    pre_context: [
      'export async function checkOut(cart) {',
      '  const customer = await findCustomer();',
    ],
    context_line: '  const total = toTotal(cart, customer);',
    post_context: ['  return pay(customer, total);', '}'],
  },
  {
    filename: 'src/cart.js',
    function: 'toTotal',
    lineno: 8,
    colno: 11,
    in_app: true,
    pre_context: ['export function toTotal(cart, customer) {', '  if (cart.items.length === 0) {'],
    context_line: "    throw new TestError('This is a test: errors of this project arrive.');",
    post_context: ['  }', '  return cart.items.reduce(addPrice, 0);'],
    vars: { cart: { items: [] }, customer: { plan: 'trial' } },
  },
];

/**
 * Builds an event envelope as an SDK sends it. Every event has a new id, and all events group into
 * one issue.
 */
export function makeTestEnvelope(nowMs: number): string {
  const eventId = randomUUID().replaceAll('-', '');
  const sdk = { name: SDK_NAME, version: SDK_VERSION };
  const payload = JSON.stringify({
    event_id: eventId,
    timestamp: nowMs / 1000,
    platform: 'node',
    level: 'error',
    sdk,
    tags: { sample: 'yes' },
    exception: {
      values: [
        {
          type: 'TestError',
          value: 'This is a test: errors of this project arrive.',
          mechanism: { type: 'generic', handled: true },
          stacktrace: { frames: FRAMES },
        },
      ],
    },
  });
  const header = { event_id: eventId, sent_at: new Date(nowMs).toISOString(), sdk };
  const item = { type: 'event', length: Buffer.byteLength(payload) };
  return `${JSON.stringify(header)}\n${JSON.stringify(item)}\n${payload}\n`;
}
