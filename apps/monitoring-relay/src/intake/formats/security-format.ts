import { reportLimits } from '#shared';
import { readSecurityReports } from '../../envelope/read-security-reports.ts';
import type { KindCounts } from '../../outcomes/report-contents.ts';
import type { Refusal } from '../refusal.ts';
import type { ReportFormat } from './report-format.ts';
import { createReportId } from './report-id.ts';
import { type ParsedBody, WholeBody } from './whole-body.ts';

export const securityFormat: ReportFormat = {
  kind: 'security',
  hasHeader: false,
  open: (passage) => new WholeBody(passage, { maxBytes: reportLimits.keptEventBytes, understand }),
};

function understand(body: Buffer): ParsedBody | Refusal {
  const read = readSecurityReports(body);
  if (!read.ok) return read;
  const items = read.reports.map((payload) => ({ type: 'raw_security', payload }));
  const contents = { kept: count(items.length), filtered: count(read.others) };
  return { ok: true, eventId: items.length > 0 ? createReportId() : undefined, items, contents };
}

function count(reports: number): KindCounts {
  return reports === 0 ? {} : { security: reports };
}
