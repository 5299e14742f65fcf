// Sends one error with the Sentry SDK for Node.js: `DSN=<DSN> node scripts/send-error.mjs
// [message]`.
import * as Sentry from '@sentry/node';
import { Failure, runCommand } from './support/failure.mjs';

const DEADLINE_MS = 10_000;

await runCommand(async () => {
  const { DSN: dsn } = process.env;
  if (!dsn) throw new Failure('DSN is not set. Errata prints one when it starts.');
  let status = 'nothing';
  // The SDK may send a session as well. `afterSendEvent` reports only the answer to the error.
  Sentry.init({ dsn })?.on('afterSendEvent', (_, { statusCode = status }) => (status = statusCode));
  const id = Sentry.captureException(new Error(process.argv[2] ?? 'Hello, Errata'));
  await Sentry.close(DEADLINE_MS);
  if (status !== 200) throw new Failure(`Errata answered ${status} to the error.`);
  console.log(`Errata took the error ${id}.`);
});
