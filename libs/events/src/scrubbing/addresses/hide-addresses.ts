import type { AddressChoice } from '#shared';
import { type JsonObject, readArray, readObject } from '../../json/shape.ts';
import { joinPath } from '../field-path.ts';
import { HIDDEN } from '../hidden.ts';
import type { HiddenNotes } from '../hidden-notes.ts';
import { assign, type Holder } from '../text-visitors.ts';
import { isLoopback, shortenAddress } from './shorten-address.ts';

/**
 * Headers in which proxies pass on the client's address. Servers also expose these headers as
 * variables such as `HTTP_X_REAL_IP`.
 */
const OF_SENDERS =
  /^(?:x-forwarded-for|x-real-ip|forwarded|x-client-ip|x-cluster-client-ip|x-original-forwarded-for|cf-connecting-ip|cf-connecting-ipv6|true-client-ip|fastly-client-ip|x-envoy-external-address|x-appengine-user-ip|fly-client-ip|remote-addr|client-ip)$/;

/** Matches text that may be an address. `shortenAddress` checks each match. */
export const ADDRESS =
  /(?:(?<![\w.]|::|:[\da-fA-F]{1,4}:)(?:\d{1,3}\.){3}\d{1,3}|(?<![\w.:])(?:[\da-fA-F]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[\da-fA-F]{0,4})(?:%\w{1,20})?)(?!\w|\.\w)/g;

/**
 * Maximum number of addresses to search for in the whole event. Only a request through many proxies
 * has more.
 */
const MAX_SOUGHT = 8;

export interface AddressRules {
  readonly choice: AddressChoice;
  readonly senderAddress?: string | undefined;
  readonly json?: string | undefined;
  readonly notes: HiddenNotes;
}

/**
 * Shortens or removes the network addresses of the event's user everywhere in the event. Changes
 * `event` itself.
 */
export function hideAddresses(event: JsonObject, rules: AddressRules): void {
  if (rules.choice === 'keep') return;
  const hider = new AddressHider(rules);
  hider.hideUser(event);
  hider.hideRequest(readObject(event['request']));
  hider.hideElsewhere(event);
}

export function toKeptAddress(address: string, choice: AddressChoice): string | undefined {
  if (choice === 'keep') return address;
  return choice === 'drop' ? undefined : shortenAddress(address);
}

class AddressHider {
  /** Number of replacements so far, for each address. */
  private readonly sought = new Map<string, number>();

  constructor(private readonly rules: AddressRules) {
    if (rules.senderAddress !== undefined) this.seek(rules.senderAddress);
  }

  hideUser(event: JsonObject): void {
    const user = readObject(event['user']);
    const address = user?.['ip_address'];
    if (!user || typeof address !== 'string') return;
    const kept = this.replaceIn(address);
    if (kept === address) return;
    // Null means that the event has no address. Without the field, readers would take the address
    // of the request or of the sender.
    assign(user, 'ip_address', this.rules.choice === 'drop' ? null : kept);
    this.rules.notes.add('user.ip_address', 'network address');
  }

  hideRequest(request: JsonObject | undefined): void {
    const headers = request?.['headers'];
    for (const pair of readArray(headers) ?? []) {
      if (!Array.isArray(pair) || !isOfSender(pair[0])) continue;
      this.hideField(pair as never, { key: 1, path: `request.headers.${String(pair[0])}` });
    }
    this.hideFields(readObject(headers), 'request.headers');
    this.hideFields(readObject(request?.['env']), 'request.env');
  }

  hideElsewhere(event: JsonObject): void {
    const left = [...this.sought].filter(([address, replaced]) => this.isLeft(address, replaced));
    if (left.length === 0) return;
    const kept = new Map(left.map(([address]) => [address, this.toKept(address)]));
    for (const name of Object.keys(event)) this.visit(event, name, { path: name, kept });
  }

  private hideFields(fields: Holder = {}, path: string): void {
    for (const name in fields) {
      if (isOfSender(name)) this.hideField(fields, { key: name, path: `${path}.${name}` });
    }
  }

  private hideField(holder: Holder, { key, path }: { key: string | number; path: string }): void {
    const value = holder[key];
    if (Array.isArray(value)) {
      for (const index of value.keys()) this.hideField(value as never, { key: index, path });
    } else if (typeof value === 'string') {
      const kept = this.replaceIn(value);
      if (kept === value) return;
      assign(holder, key, kept);
      this.rules.notes.add(path, 'network address');
    }
  }

  private replaceIn(text: string): string {
    return text.replace(ADDRESS, (address) => {
      const kept = this.toKept(address);
      if (kept !== address) this.seek(address, 1);
      return kept;
    });
  }

  private toKept(address: string): string {
    const short = shortenAddress(address);
    if (short === undefined || isLoopback(address)) return address;
    return this.rules.choice === 'drop' ? HIDDEN : short;
  }

  private seek(address: string, replaced = 0): void {
    const before = this.sought.get(address);
    if (before === undefined && this.sought.size === MAX_SOUGHT) return;
    if (before === undefined && this.toKept(address) === address) return;
    this.sought.set(address, (before ?? 0) + replaced);
  }

  private isLeft(address: string, replaced: number): boolean {
    const { json } = this.rules;
    if (json === undefined) return true;
    let count = 0;
    for (let at = json.indexOf(address); at !== -1 && count <= replaced; count += 1) {
      at = json.indexOf(address, at + address.length);
    }
    return count > replaced;
  }

  private visit(
    holder: Holder,
    key: string | number,
    { path, kept }: { path: string; kept: ReadonlyMap<string, string> },
  ): void {
    const value = holder[key];
    if (typeof value === 'string') {
      const text = this.replaceSame(value, kept);
      if (text === value) return;
      assign(holder, key, text);
      this.rules.notes.add(path, 'network address');
    } else if (Array.isArray(value)) {
      for (const index of value.keys())
        this.visit(value as never, index, { path: joinPath(path, '[]'), kept });
    } else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        this.visit(value as Holder, name, { path: joinPath(path, name), kept });
      }
    }
  }

  private replaceSame(text: string, kept: ReadonlyMap<string, string>): string {
    const has = [...kept.keys()].some((address) => text.includes(address));
    return has ? text.replace(ADDRESS, (address) => kept.get(address) ?? address) : text;
  }
}

function isOfSender(name: unknown): boolean {
  return (
    typeof name === 'string' &&
    OF_SENDERS.test(
      name
        .toLowerCase()
        .replaceAll('_', '-')
        .replace(/^http-/, ''),
    )
  );
}
