import { Hiding } from '#events';
import { maskSecrets } from '#telemetry/plain';

const hiding = new Hiding();

const ADDRESS = /https?:\/\/[^\s"'<>]{1,2000}/gi;
/** In the path of an address: long, and with a digit, as ids and tokens of webhooks are and words are not. */
const PATH_TOKEN = /(?<=[^/]\/)(?=[a-z_-]*\d)[\w~:-]{16,}/gi;

/** Hides tokens in a receiver's answer: by their names, by their forms, and in addresses. */
export function maskTokens(answer: string): string {
  return hiding
    .hideIn(answer)
    .replaceAll(ADDRESS, (address) => address.replaceAll(PATH_TOKEN, '***'));
}

/** The same without mail addresses, but for their domains: services repeat what alerts say. */
export function maskAnswer(answer: string): string {
  return maskSecrets(maskTokens(answer));
}
