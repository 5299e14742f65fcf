import { channelLimits, parseEmail } from '#shared';
import { channelKindOf } from './channel-kinds.ts';
import type { ChannelField, ChannelKind, ChannelSettings } from './channel-kinds.ts';

const {
  addressLength,
  recipients: mostRecipients,
  secretLength,
  webhookSecretMinLength,
} = channelLimits;

type Typed = Readonly<Partial<Record<ChannelField, string>>>;

export type ParsedChannel =
  | { readonly ok: true; readonly settings: ChannelSettings; readonly hint: string }
  | { readonly ok: false; readonly problems: Readonly<Partial<Record<ChannelField, string>>> };

/** Validates what somebody typed for a channel. Fields that the kind does not use are left out. */
export function parseChannel(kind: ChannelKind, typed: Typed): ParsedChannel {
  const { fields } = channelKindOf(kind);
  const problems: Partial<Record<ChannelField, string>> = {};
  const texts: Partial<Record<ChannelField, string>> = {};
  for (const field of Object.keys(fields) as ChannelField[]) {
    const text = typed[field]?.trim() ?? '';
    if (text !== '') texts[field] = text;
    const problem = findProblem(field, text, kind);
    if (problem !== undefined) problems[field] = problem;
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const settings = toSettings(kind, texts);
  return { ok: true, settings, hint: toHint(kind, settings) };
}

function findProblem(field: ChannelField, text: string, kind: ChannelKind): string | undefined {
  if (text !== '') return PROBLEMS[field](text, kind);
  return channelKindOf(kind).fields[field]?.isOptional ? undefined : 'This is needed.';
}

function toSettings(kind: ChannelKind, { address, secret, recipients }: Typed): ChannelSettings {
  const where = address ?? channelKindOf(kind).defaultAddress;
  return {
    address: where,
    secret,
    recipients: recipients === undefined ? undefined : splitRecipients(recipients),
  };
}

const PROBLEMS: Readonly<
  Record<ChannelField, (text: string, kind: ChannelKind) => string | undefined>
> = {
  address: findAddressProblem,
  secret: findSecretProblem,
  recipients: findRecipientProblem,
};

/**
 * Checks only the syntax of the address. Each delivery checks whether the host is allowed, because
 * a name may resolve differently later.
 */
function findAddressProblem(text: string, kind: ChannelKind): string | undefined {
  if (text.length > addressLength || !URL.canParse(text)) return 'This is not an address.';
  const { protocol, username, password, hostname, pathname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'An address begins with https://.';
  if (username !== '' || password !== '') {
    return 'Leave the user name and password out of this address.';
  }
  const { hosts } = channelKindOf(kind);
  const isOfKind = hosts?.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  if (isOfKind === false) return `The address must have the host ${hosts?.[0]}.`;
  if (kind === 'ntfy' && !/^\/(?:.*\/)?[\w-]{1,64}$/.test(pathname)) {
    return 'The address ends with the name of a topic.';
  }
  return undefined;
}

/** Characters that cannot occur in an HTTP header. Some services take the token in a header. */
const UNFIT = /[^\x21-\x7e]/;

function findSecretProblem(text: string, kind: ChannelKind): string | undefined {
  if (text.length > secretLength || UNFIT.test(text))
    return 'The secret is too long, or has blanks or characters other than ASCII.';
  if (kind === 'webhook' && text.length < webhookSecretMinLength) {
    return `A secret has at least ${webhookSecretMinLength} characters.`;
  }
  if (kind === 'telegram' && !/^\d+:[\w-]+$/.test(text)) {
    return 'A bot’s token looks like 123456:ABC-DEF.';
  }
  if (kind === 'pagerduty' && !/^\w{32}$/.test(text)) return 'The key has 32 letters and digits.';
  return undefined;
}

function findRecipientProblem(text: string, kind: ChannelKind): string | undefined {
  if (kind === 'telegram') {
    return /^(?:-?\d{1,20}|@\w{1,64})$/.test(text) ? undefined : 'This is not the id of a chat.';
  }
  const addresses = splitRecipients(text);
  if (addresses.length > mostRecipients) return `There are more than ${mostRecipients} addresses.`;
  const wrong = addresses.find((each) => !isMailAddress(each));
  return wrong === undefined ? undefined : `This is not a mail address: ${wrong}`;
}

function isMailAddress(text: string): boolean {
  return parseEmail(text) !== undefined && !/[<>()[\]:;\\,"]/.test(text);
}

function splitRecipients(text: string): string[] {
  return text.split(/[\s,;]+/).filter((each) => each !== '');
}

/**
 * Returns a short text by which people recognise the channel, with at most the last four characters
 * of a secret.
 */
function toHint(kind: ChannelKind, { address, secret, recipients = [] }: ChannelSettings): string {
  if (kind === 'mail') return recipients.join(', ');
  const host = address === undefined ? '' : new URL(address).host;
  const told = kind === 'webhook' || secret === undefined ? (address ?? '') : secret;
  return [host, ...recipients, `…${told.slice(-4)}`].filter((part) => part !== '').join(' ');
}
