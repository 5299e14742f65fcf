// A small shop with bugs, for the screenshot: every error is thrown and sent by the real SDK.
import * as Sentry from '@sentry/node';

Sentry.init({
  dsn: process.env.DSN,
  release: 'shop@1.4.2',
  environment: 'production',
  serverName: 'web-1',
  // As a deployment would: where this copy happens to lie concerns nobody.
  integrations: [
    Sentry.rewriteFramesIntegration({
      iteratee: (frame) => ({
        ...frame,
        filename: frame.filename?.replace(import.meta.filename, '/srv/shop/src/checkout.mjs'),
      }),
    }),
  ],
});

class PaymentError extends Error {
  name = 'PaymentError';
}

class TimeoutError extends Error {
  name = 'TimeoutError';
}

function priceOf(item) {
  const { amount, currency } = item.price;
  return { amount: Math.round(amount * 100), currency };
}

function totalOf(cart) {
  return cart.items.map(priceOf);
}

function parseWebhook(body) {
  return JSON.parse(body);
}

function chargeCard(order) {
  try {
    throw new TimeoutError('No answer from the payment provider within 3000 ms');
  } catch (cause) {
    throw new PaymentError(`Order ${order} could not be charged`, { cause });
  }
}

function reserveStock(sku) {
  throw new RangeError(`Stock of ${sku} would fall below zero`);
}

const bugs = [
  { times: 12, users: 9, run: () => totalOf({ items: [{ price: undefined }] }) },
  { times: 10, users: 10, run: () => chargeCard('2026-1178') },
  { times: 5, users: 1, run: () => parseWebhook('<html>502 Bad Gateway</html>') },
  { times: 3, users: 2, run: () => reserveStock('espresso-cup') },
];

function report({ run, users }, time) {
  Sentry.withIsolationScope((scope) => {
    scope.setUser({ id: `customer-${time % users}` });
    scope.setTags({ region: 'eu-central', plan: time % 3 === 0 ? 'gold' : 'free' });
    scope.addBreadcrumb({ type: 'http', category: 'http', message: 'GET /cart', level: 'info' });
    scope.addBreadcrumb({ category: 'cart', message: 'voucher SUMMER applied', level: 'info' });
    scope.addBreadcrumb({ category: 'log', message: 'price list is stale', level: 'warning' });
    try {
      run();
    } catch (error) {
      Sentry.captureException(error);
    }
  });
}

// In turns: the SDK drops an error that equals the one before it.
for (let time = 0; time < 12; time += 1) {
  for (const bug of bugs.filter(({ times }) => time < times)) report(bug, time);
}
await Sentry.flush(5000);
Sentry.captureMessage('The price list has not been refreshed for 2 hours', 'warning');
await Sentry.flush(5000);
