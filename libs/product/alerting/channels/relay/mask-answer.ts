import { Hiding } from '#events';
import { maskSecrets } from '#telemetry/plain';

const hiding = new Hiding();

const ADDRESS = /https?:\/\/[^\s"'<>]{1,2000}/gi;
/**
 * Matches long path segments with a digit, such as ids and tokens of webhooks. Plain words contain
 * no digit.
 */
const PATH_TOKEN = /(?<=[^/]\/)(?=[a-z_-]*\d)[\w~:-]{16,}/gi;

/**
 * Masks tokens in a receiver's answer. Finds them by the name of their field, by their format, and
 * as segments of URLs.
 */
export function maskTokens(answer: string): string {
  return hiding
    .hideIn(answer)
    .replaceAll(ADDRESS, (address) => address.replaceAll(PATH_TOKEN, '***'));
}

/**
 * Masks tokens and the local parts of email addresses, because services may repeat the text of an
 * alert.
 */
export function maskAnswer(answer: string): string {
  return maskSecrets(maskTokens(answer));
}
