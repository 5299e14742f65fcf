const INGEST_PATH =
  /^\/+(?:monitoring|api\/+embed\/+error-page|api\/+\d{1,15}\/+(?:envelope|store|security|csp-report|minidump|nel|integration\/+otlp\/+v1\/+(?:logs|metrics|traces)|events\/[0-9a-f-]{32,36}\/attachments|cron\/+[^/]{1,200}(?:\/+[\w-]{1,64})?))\/*$/i;
const INGEST_AREA = /^\/+(?:monitoring|api)(?:\/|$)/i;
/**
 * Matches paths of the API. `/mcp` matches in upper and lower case, because its route ignores case.
 * `/API/0` in capitals does not match and counts as a path of reports.
 */
const API = /^\/(?:api\/(?:0|openapi\.json)|[mM][cC][pP])(?:\/|$)/;

/**
 * Returns true for a path, without query, on which the relay accepts reports or refuses them with a
 * reason. Case does not matter, as in the relay's routes. Slashes may be repeated, because SDKs
 * repeat a slash when the DSN ends in one.
 */
export function isIngestPath(path: string): boolean {
  return INGEST_PATH.test(path);
}

/**
 * Returns true for every path below `/api` and `/monitoring` that is not a path of the API, even
 * when the relay has no such route. Senders get a refusal there in the form that SDKs understand.
 */
export function isIngestArea(path: string): boolean {
  return INGEST_AREA.test(path) && !isApiPath(path);
}

/**
 * Returns true for paths on which programs read data. No report has such a path, because no project
 * has the id 0.
 */
export function isApiPath(path: string): boolean {
  return API.test(path);
}
