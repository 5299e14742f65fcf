const INGEST_PATH =
  /^\/+(?:monitoring|api\/+embed\/+error-page|api\/+\d{1,15}\/+(?:envelope|store|security|csp-report|minidump|nel|integration\/+otlp\/+v1\/+(?:logs|metrics|traces)|events\/[0-9a-f-]{32,36}\/attachments|cron\/+[^/]{1,200}(?:\/+[\w-]{1,64})?))\/*$/i;
const INGEST_AREA = /^\/+(?:monitoring|api)(?:\/|$)/i;
/** Routes are found in any case. What is like `/API/0` is an area of reports. */
const API = /^\/(?:api\/(?:0|openapi\.json)|[mM][cC][pP])(?:\/|$)/;

/**
 * Whether a path, without its query, is one that the relay takes reports on, or refuses them with a reason, with as many
 * slashes as SDKs make of a DSN that ends in one, and in any case, as the relay's routes have it.
 */
export function isIngestPath(path: string): boolean {
  return INGEST_PATH.test(path);
}

/** Whether a path is of reports, also where the relay takes none: its sender is to be told so as one that reports. */
export function isIngestArea(path: string): boolean {
  return INGEST_AREA.test(path) && !isApiPath(path);
}

/** Whether a path is for programs that ask for what is known: no project has the id 0. */
export function isApiPath(path: string): boolean {
  return API.test(path);
}
