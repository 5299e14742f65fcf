import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readText } from '../json/shape.ts';
import { findAddress, findUserAgent, isFromBrowser } from './sent-facts.ts';

/**
 * Last path segments that only health checks use. `-` and `_` are removed before the comparison.
 */
const CHECKS: ReadonlySet<string> = new Set([
  'health',
  'healthz',
  'healthcheck',
  'heartbeat',
  'livez',
  'liveness',
  'ping',
  'readyz',
  'readiness',
]);
/**
 * Common words that mean a health check only when they are the whole path, such as Rails' `/up`.
 */
const WHOLE: ReadonlySet<string> = new Set([
  '/alive',
  '/healthy',
  '/live',
  '/ready',
  '/status',
  '/up',
]);
/** Parts of an installation have checks of their own, such as `/health/db`. */
const BELOW = /(?:^(?:\/api)?\/_*health(?:z|[-_]?checks?)?|\/(?:actuator|q)\/health|\/-)\/[\w-]+$/;

const PROBERS =
  /^(?:kube-probe|ELB-HealthChecker|GoogleHC|Amazon-Route53-Health-Check|Consul Health Check|Envoy\/HC|Load Balancer Agent)\b/i;

export function isOfHealthCheck(event: JsonObject): boolean {
  if (isFromBrowser(event)) return false;
  const agent = findUserAgent(event);
  if (agent !== undefined && PROBERS.test(agent)) return true;
  const path = findAddress(event)?.pathname ?? findRoute(event);
  return path !== undefined && isCheck(path.toLowerCase());
}

/** Some frameworks send no URL, only a transaction such as `GET /healthz`. */
function findRoute(event: JsonObject): string | undefined {
  const transaction = readText(event['transaction'], fieldLimits.name);
  return /^(?:[A-Z]{3,7} )?(\/\S*)$/.exec(transaction ?? '')?.[1];
}

function isCheck(address: string): boolean {
  const path = address.replace(/\/+$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1).replaceAll(/[-_]/g, '');
  return WHOLE.has(path) || CHECKS.has(last) || BELOW.test(path);
}
