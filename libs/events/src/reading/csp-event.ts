import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readObject, readPosition, readText } from '../json/shape.ts';

interface Violation {
  readonly document: string | undefined;
  readonly referrer: string | undefined;
  readonly directive: string;
  readonly blocked: string;
  readonly fields: JsonObject;
  readonly userAgent: string | undefined;
}

/** Keywords that browsers send as the blocked URI in place of a URL. */
const KEYWORDS = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'filesystem',
  'trusted-types-policy',
  'trusted-types-sink',
]);

/**
 * Converts a Content-Security-Policy report of CSP 2 (`csp-report`) or CSP 3 (`csp-violation`) to
 * an event. All reports with the same directive and the same blocked origin belong to one issue.
 */
export function toCspEvent(report: JsonObject): JsonObject {
  const violation = readViolation(report);
  const { document, directive, blocked, fields, userAgent } = violation;
  const origin = toOrigin(blocked, document);
  const headers = {
    ...(userAgent ? { 'User-Agent': userAgent } : {}),
    ...(violation.referrer ? { Referer: violation.referrer } : {}),
  };
  return {
    logger: 'CSP',
    platform: 'javascript',
    level: 'error',
    message: toMessage(directive, origin),
    fingerprint: ['csp', directive, origin],
    request: { url: document, headers },
    tags: { 'effective-directive': directive, 'blocked-uri': blocked },
    exception: toException(violation, toMessage(directive, origin)),
    extra: fields,
  };
}

function readViolation(report: JsonObject): Violation {
  const legacy = readObject(report['csp-report']);
  const fields = legacy ?? readObject(report['body']) ?? {};
  const read = (old: string, current: string): string | undefined =>
    readText(fields[old], fieldLimits.address) ?? readText(fields[current], fieldLimits.address);
  const directive =
    read('effective-directive', 'effectiveDirective') ??
    read('violated-directive', 'violatedDirective') ??
    'unknown';
  return {
    document: read('document-uri', 'documentURL') ?? readText(report['url'], fieldLimits.address),
    referrer: read('referrer', 'referrer'),
    // Older browsers send the directive followed by its value, such as `script-src 'self'`.
    directive: directive.trim().split(/\s/, 1)[0]!.toLowerCase(),
    blocked: read('blocked-uri', 'blockedURL') ?? '',
    fields,
    userAgent: readText(report['user_agent'], fieldLimits.headerValue),
  };
}

/** Returns `self` for the page's own origin, or else a keyword, a scheme or a host. */
function toOrigin(blocked: string, document: string | undefined): string {
  if (blocked === '') return 'self';
  if (KEYWORDS.has(blocked)) return blocked;
  const address = parse(blocked);
  if (!address) return blocked.split(/[/?#]/, 1)[0]!;
  if (address.origin === 'null') return address.protocol;
  return address.origin === parse(document ?? '')?.origin ? 'self' : address.host;
}

function toMessage(directive: string, origin: string): string {
  return `Blocked by ${directive}: ${origin}`;
}

function toException({ fields }: Violation, value: string): JsonObject {
  const file = readText(fields['source-file'] ?? fields['sourceFile'], fieldLimits.path);
  if (file === undefined) return { values: [{ type: 'CSP', value }] };
  const line = readPosition(fields['line-number'] ?? fields['lineNumber']);
  const column = readPosition(fields['column-number'] ?? fields['columnNumber']);
  const frame = {
    filename: file,
    abs_path: file,
    lineno: line,
    colno: column,
    in_app: true,
  };
  return { values: [{ type: 'CSP', value, stacktrace: { frames: [frame] } }] };
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
