import { expect, it } from '@jest/globals';
import { defaultRules } from '../../test/support/default-rules.ts';
import { FailuresDouble, ReportStoreDouble } from '../../test/support/doubles.ts';
import { OwnReports, type OwnReportsParts } from './own-reports.ts';

const REPORT = {
  origin: 'monitors',
  id: 4,
  projectId: 3,
  atMs: 60_000,
  eventId: 'a'.repeat(32),
  event: { exception: { values: [{ type: 'Cron Nightly: missed' }] }, fingerprint: ['nightly'] },
};

function open(parts: Pick<OwnReportsParts, 'encode'> = {}) {
  const reports = new ReportStoreDouble();
  const failedReports = new FailuresDouble();
  const stores = { reports, failedReports };
  return {
    reports,
    failedReports,
    own: new OwnReports({ stores, rules: defaultRules(), ...parts }),
  };
}

it('OwnReports records an own report, and stores one that cannot be recorded as failed', async () => {
  const { reports, failedReports, own } = open();
  const made = await own.make(REPORT);
  expect(made.refusal).toBeUndefined();
  expect(made.groupingKey).not.toBe('');
  await made.record();
  expect(reports.recorded).toEqual([4]);

  await made.storeAsFailed('Recording failed: value too large');
  expect(failedReports.kept).toMatchObject([
    {
      origin: 'monitors',
      reportId: 4,
      projectId: 3,
      eventId: REPORT.eventId,
      reason: 'Recording failed: value too large',
      outcomes: [{ outcome: 'failed', reason: 'recording', kind: 'error', quantity: 1 }],
    },
  ]);
  expect(Buffer.from(failedReports.kept[0]!.body!).toString()).toContain('Cron Nightly: missed');
});

it('OwnReports says why no event can be made of an own report', async () => {
  const { own } = open({
    encode: () => {
      throw new Error('no room');
    },
  });
  expect((await own.make(REPORT)).refusal).toBe('Processing failed: no room');
});
