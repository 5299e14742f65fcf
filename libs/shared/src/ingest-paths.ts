const INGEST_PATH =
  /^\/+(?:monitoring|api\/+embed\/+error-page|api\/+\d{1,15}\/+(?:envelope|store|security|csp-report|minidump|nel|integration\/+otlp\/+v1\/+(?:logs|metrics|traces)|events\/[0-9a-f-]{32,36}\/attachments|cron\/+[^/]{1,200}(?:\/+[\w-]{1,64})?))\/*$/i;
const INGEST_AREA = /^\/+(?:monitoring|api)(?:\/|$)/i;
/** `/mcp` counts in any case, because its route does. `/API/0` in capitals is a path of reports. */
const API = /^\/(?:api\/(?:0|openapi\.json)|[mM][cC][pP])(?:\/|$)/;

/**
 * Returns true for a path, without query, that the relay takes reports on or refuses with a reason.
 * Accepts any case, like the relay's routes, and repeated slashes, which SDKs make of a DSN that
 * ends in one.
 */
export function isIngestPath(path: string): boolean {
  return INGEST_PATH.test(path);
}

/**
 * Returns true for every path in the area of reports, also when the relay has no such path. Its
 * sender gets a refusal that SDKs understand.
 */
export function isIngestArea(path: string): boolean {
  return INGEST_AREA.test(path) && !isApiPath(path);
}

/**
 * Returns true for paths by which programs read data. They never collide with reports, because no
 * project has the id 0.
 */
export function isApiPath(path: string): boolean {
  return API.test(path);
}
