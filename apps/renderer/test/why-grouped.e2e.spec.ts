import { beforeAll, describe, expect, it } from '@jest/globals';
import { groupEvent } from '#events';
import type { ProcessedReport } from '#product/recording/reports';
import supertest from 'supertest';
import { hold } from '../../../test/support/hold.ts';
import { sampleEvent, sampleReport, toSent } from './support/sample-report.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

const [thrown] = sampleEvent().exceptions;

/**
 * Returns a report of the same error, called by a function of this name. The report is grouped as
 * the relay groups it.
 */
function reportOf(reportId: number, name: string, projectId = 1): ProcessedReport {
  const frames = thrown!.frames.with(1, { ...thrown!.frames[1]!, function: name });
  const event = sampleEvent({
    eventId: String(reportId).repeat(32),
    projectId,
    exceptions: [{ ...thrown!, frames }],
  });
  const report = sampleReport(reportId, event);
  const [grouped] = report.events;
  const grouping = { ...grouped!.grouping, ...groupEvent(toSent(event)) };
  return { ...report, events: [{ ...grouped!, grouping }] };
}

describe('the page of an issue, without scripts', () => {
  const renderer = hold(startSpecRenderer);
  let html: string;

  beforeAll(async () => {
    await renderer.stores.projects.ensure([{ slug: 'other', id: 9 }]);
    // Reports are recorded one after the other, so that the first makes issue 1.
    for (const report of [reportOf(1, 'totalOf'), reportOf(2, 'sumOf'), reportOf(3, 'costOf', 9)]) {
      await renderer.stores.reports.record([report]);
    }
    const answer = await supertest(renderer.app.getHttpServer())
      .get('/issues/1')
      .set(renderer.pass)
      .expect(200);
    html = answer.text;
  });

  it('says in a folded section why its event is grouped', () => {
    const section = /<div id="why-grouped".*?<\/details>/s.exec(html)![0];
    expect(section).toContain('Grouped by type and 1 of 2 frames');
    expect(section).not.toContain('<details open');
    expect(section).toContain('src/cart/total.ts · totalOf · return cart.items[0].price;');
    expect(section).toMatch(/Counts.*totalOf.*Does not count: of a library.*router\.js handle/s);
  });

  it('links to similar issues of its project, and to no others', () => {
    const section = /<div id="look-alikes".*?<\/section>/s.exec(html)![0];
    const links = [...section.matchAll(/href="(\/issues\/\d+)"/g)].map(([, href]) => href);
    expect(links).toEqual(['/issues/2']);
    expect(section).toContain('began with the same type and message');
    expect(html).toContain('href="#look-alikes"');
  });
});
