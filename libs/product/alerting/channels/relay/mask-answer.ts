import { Hiding } from '#events';
import { maskSecrets } from '#telemetry/plain';

const hiding = new Hiding();

const ADDRESS = /https?:\/\/[^\s"'<>]{1,2000}/gi;
/** Long path segments with a digit are ids and tokens of webhooks; words have no digits. */
const PATH_TOKEN = /(?<=[^/]\/)(?=[a-z_-]*\d)[\w~:-]{16,}/gi;

/** Masks tokens in a receiver's answer, by their names, by their forms, and in addresses. */
export function maskTokens(answer: string): string {
  return hiding
    .hideIn(answer)
    .replaceAll(ADDRESS, (address) => address.replaceAll(PATH_TOKEN, '***'));
}

/** Also masks email addresses except their domains, because services repeat the text of alerts. */
export function maskAnswer(answer: string): string {
  return maskSecrets(maskTokens(answer));
}
