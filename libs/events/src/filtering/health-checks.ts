import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readText } from '../json/shape.ts';
import { findAddress, findUserAgent, isFromBrowser } from './sent-facts.ts';

/** Last parts of paths that ask for nothing else. */
const CHECKS: ReadonlySet<string> = new Set([
  'health',
  'healthy',
  'healthz',
  'healthcheck',
  'heartbeat',
  'livez',
  'liveness',
  'ping',
  'readyz',
  'readiness',
]);
/** Words that may be anybody's, and ask for nothing else where they are the whole path (`/up` of Rails). */
const WHOLE: ReadonlySet<string> = new Set(['/alive', '/live', '/ready', '/status', '/up']);
/** The same below the health of something: `/health/live`, `/actuator/health/db`, `/-/ready`. */
const BELOW = /\/(?:_*health[a-z]*|actuator\/health|-)\/[\w-]+$/;

/** Of load balancers and orchestrators, as they name themselves. */
const PROBERS =
  /^(?:kube-probe|ELB-HealthChecker|GoogleHC|Amazon-Route53-Health-Check|Consul Health Check|Envoy\/HC|Load Balancer Agent)\b/i;

/** Whether a server sent it out of a request that only asks whether it is up. */
export function isOfHealthCheck(event: JsonObject): boolean {
  if (isFromBrowser(event)) return false;
  const agent = findUserAgent(event);
  if (agent !== undefined && PROBERS.test(agent)) return true;
  const path = findAddress(event)?.pathname ?? findRoute(event);
  return path !== undefined && isCheck(path.toLowerCase());
}

/** `GET /healthz` of frameworks that send no address. */
function findRoute(event: JsonObject): string | undefined {
  const transaction = readText(event['transaction'], fieldLimits.name);
  return /^(?:[A-Z]{3,7} )?(\/\S*)$/.exec(transaction ?? '')?.[1];
}

function isCheck(address: string): boolean {
  const path = address.replace(/\/+$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1).replaceAll(/[-_]/g, '');
  return WHOLE.has(path) || CHECKS.has(last) || BELOW.test(path);
}
