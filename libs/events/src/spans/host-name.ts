import { isVariable, PLACEHOLDER, UUID } from './variable.ts';

const HOST = /^(\[[\da-f:.]{2,45}\]|[\w.{}-]{1,253})(:\d{1,5})?$/i;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Returns the host with its port, and without ids: `acme-4711.example.com` becomes
 * `acme-{id}.example.com`. Returns undefined for what is no host. `authority` may have a user.
 */
export function toHostName(authority: string): string | undefined {
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  const match = HOST.exec(host.replaceAll(UUID, '0000'));
  if (!match) return undefined;
  const [, name = '', port = ''] = match;
  if (name.startsWith('[') || IPV4.test(name)) return name + port;
  return name.split('.').map(toLabel).join('.') + port;
}

/** Regions such as `eu-west-1` and machines such as `db02` keep their number. */
function toLabel(label: string): string {
  return label
    .replaceAll(/[^-]{4,}/g, (piece) => (isVariable(piece) ? PLACEHOLDER : piece))
    .replaceAll(/\{id\}(?:-\{id\})+/g, PLACEHOLDER);
}
