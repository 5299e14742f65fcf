import { reportLimits } from '#shared';
import { type JsonObject, readArray, readObject, readText, readValues } from '../json/shape.ts';

const MESSAGE_LENGTH = 8192;

/**
 * Returns the digest that Next.js shows to the visitor for an error of its server. The SDK's
 * `captureRequestError` leaves the digest out. Next has written the error, digest included, to the
 * console before, and the SDK keeps that line as a breadcrumb. An error of a route handler has no
 * digest.
 */
export function readNextDigest(event: JsonObject): string | undefined {
  if (!readObject(readObject(event['contexts'])?.['nextjs'])) return undefined;
  const messages = readValues(event['exception']).map(
    (exception) => readText(readObject(exception)?.['value'], MESSAGE_LENGTH) ?? '',
  );
  for (const crumb of readValues(event['breadcrumbs']).toReversed()) {
    const data = readObject(readObject(crumb)?.['data']);
    for (const argument of readArray(data?.['arguments']) ?? []) {
      const logged = readObject(argument);
      const digest = logged && readText(logged['digest'], reportLimits.tagValueLength);
      if (digest !== undefined && isOf(messages, readText(logged!['message'], MESSAGE_LENGTH))) {
        return digest;
      }
    }
  }
  return undefined;
}

/** Older SDKs cut the message of the exception, and end it with dots. */
function isOf(messages: readonly string[], logged = ''): boolean {
  return messages.some(
    (message) =>
      message === logged || (message.endsWith('...') && logged.startsWith(message.slice(0, -3))),
  );
}
