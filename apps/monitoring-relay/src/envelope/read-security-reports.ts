import { countNames, reportLimits } from '#shared';
import { type EnvelopeRefusal, malformed, tooLarge } from './envelope.ts';

/**
 * Reports of any other `type` are dropped from a body of `application/reports+json`.
 * https://www.w3.org/TR/CSP3/#reporting
 */
const CSP_VIOLATION = 'csp-violation';

export interface SecurityReports {
  readonly ok: true;
  readonly reports: readonly Buffer[];
  readonly others: number;
}

/**
 * Parses the body that a browser sends to a `report-uri` address (`{"csp-report": …}`) or to a
 * `report-to` endpoint (one report, or a list). Ignores the content type.
 */
export function readSecurityReports(body: Buffer): SecurityReports | EnvelopeRefusal {
  const parsed = parseJson(body);
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    countNames(parsed, reportLimits.jsonDepth) === Infinity
  ) {
    return malformed('The security report is no JSON object or list.');
  }
  const entries: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (entries.length > reportLimits.items) {
    return tooLarge(`There are more than ${reportLimits.items} security reports.`);
  }
  const kept = entries.filter(isCspReport);
  const reports = kept.map((entry) => Buffer.from(JSON.stringify(entry)));
  return { ok: true, reports, others: entries.length - kept.length };
}

function isCspReport(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { type, body, 'csp-report': legacy } = entry as Record<string, unknown>;
  return isObject(legacy) || (type === CSP_VIOLATION && isObject(body));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
