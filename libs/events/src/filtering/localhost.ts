import type { JsonObject } from '../json/shape.ts';
import { findAddress } from './sent-facts.ts';

/** Names (RFC 6761) and addresses of the local machine, as `URL` writes host names. */
const LOCAL = /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\]|\[::\])\.?$/;

export function isOfLocalhost(event: JsonObject): boolean {
  const host = findAddress(event)?.hostname;
  return host !== undefined && LOCAL.test(host);
}
