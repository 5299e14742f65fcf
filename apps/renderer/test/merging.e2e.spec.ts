import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { Response } from 'supertest';
import { errorCatalogue } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import type { IssueListProps } from '../src/features/triage/issue-list/issue-list.dto.ts';
import type { IssuePageProps } from '../src/features/triage/issue-pages/issues.dto.ts';
import type { MergingPartProps } from '../src/features/triage/merging/merging.dto.ts';
import { payloadOf } from './platform/support/read-page.ts';
import { findPart } from './support/issue-page-props.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

const messageOf = (code: keyof typeof errorCatalogue): string => errorCatalogue[code].message;

describe('merging issues', () => {
  const triage = hold(() => Triage.start());

  const shortIdOf = async (id: number) => {
    const { number } = (await triage.renderer.stores.issues.find(id)) ?? {};
    return `WEB-${number}`;
  };
  const mergeListed = (issue: readonly number[], who: Known = 'ann') =>
    triage.submit('/issues', 'triage', { change: 'merge', issue }, who);
  const mergeInto = (id: number, into: string) => triage.submit(`/issues/${id}`, 'merge', { into });
  const unmerge = (id: number, group: readonly number[]) =>
    triage.submit(`/issues/${id}`, 'unmerge', { group });
  const undo = (path: string, { payload }: Awaited<ReturnType<Triage['open']>>) =>
    triage.submit(path, 'undo', payload.flash?.undo?.fields ?? {});

  async function pageOf(id: number, who: Known = 'ann', query = '') {
    const { payload, html, status } = await triage.open(`/issues/${id}${query}`, { who });
    const props = payload.page?.segments.at(-1)?.data as IssuePageProps;
    const part = props?.issue && findPart(props, 'merging/issue.merging.waiting.part');
    return { status, html, props, groups: (part as MergingPartProps | undefined)?.groups };
  }

  async function listed(): Promise<number[]> {
    const { payload } = await triage.open('/issues?status=all');
    const list = payload.page.segments.at(-1)?.data as IssueListProps | undefined;
    return (list?.issues ?? []).map(({ id }) => id);
  }

  function errorsOf({ text }: Response): unknown {
    return payloadOf(text).action?.errors;
  }

  describe('a merge from the list of issues', () => {
    it('makes the selected issues part of the one first seen, and can be undone', async () => {
      const [a = 0, b = 0, c = 0] = await triage.addMany(3);
      const into = await shortIdOf(a);
      const answer = await mergeListed([c, b, a]).expect(303);
      const told = await triage.open('/issues', { after: answer });
      expect(told.payload.flash?.text).toBe(`2 issues merged into ${into}.`);
      expect(await listed()).not.toEqual(expect.arrayContaining([b]));
      expect((await pageOf(a)).props.issue.events).toBe(3);
      const undone = await undo('/issues', told).expect(303);
      const after = await triage.open('/issues', { after: undone });
      expect(after.payload.flash?.text).toBe('1 issue as it was.');
      expect(await listed()).toEqual(expect.arrayContaining([a, b, c]));
    });

    it('is refused with a reason, and keeps the selection', async () => {
      const [a = 0] = await triage.addMany(1);
      const foreign = await triage.add({ projectId: 2 });
      const one = await mergeListed([a]).expect(422);
      expect(errorsOf(one)).toEqual({ '': [messageOf('issue.merge_one')] });
      expect(one.text).toMatch(new RegExp(`<input[^>]* checked=""[^>]* value="${a}"`));
      const unknown = await mergeListed([a, foreign]).expect(422);
      expect(errorsOf(unknown)).toEqual({ '': [messageOf('issue.unknown')] });
    });
  });

  describe('a merge on the page of an issue', () => {
    it('makes the issue part of the named issue, opens that issue, and can be undone there', async () => {
      const [a = 0, b = 0] = await triage.addMany(2);
      const [into, own] = [await shortIdOf(b), await shortIdOf(a)];
      const answer = await mergeInto(a, ` ${into.toLowerCase()} `).expect(303);
      expect(answer.headers['location']).toBe(`/issues/${b}`);
      const told = await triage.open(`/issues/${b}`, { after: answer });
      expect(told.payload.flash?.text).toBe(`1 issue merged into ${into}.`);
      expect(told.html).toContain(`merged into this issue: ${own}`);
      await undo(`/issues/${b}`, told).expect(303);
      expect((await pageOf(a)).status).toBe(200);
      expect((await pageOf(b)).html).toContain(`undid a change: unmerged from this issue: ${own}`);
    });

    it('is refused beside the field when the target is in another project', async () => {
      const id = await triage.add();
      await triage.add({ projectId: 2 });
      const answer = await mergeInto(id, 'API-1').expect(422);
      expect(errorsOf(answer)).toEqual({ into: [messageOf('issue.merge_target')] });
    });
  });

  describe('a merged issue', () => {
    it('redirects its page, events, attachments and actions to the issue with its groups', async () => {
      const [a = 0, b = 0] = await triage.addMany(2);
      const { event } = (await pageOf(b)).props;
      await mergeListed([a, b]).expect(303);
      const http = supertest(triage.renderer.app.getHttpServer());
      const locate = async (path: string) => {
        const answer = await http
          .get(path)
          .set('Accept', 'text/html')
          .set('Cookie', triage.people.ann.cookie);
        return [answer.status, answer.headers['location']];
      };
      const tail = `?event=${event!.eventId}&history=5`;
      expect(await locate(`/issues/${b}${tail}`)).toEqual([307, `/issues/${a}${tail}`]);
      const raw = `/events/${event!.eventId}`;
      for (const path of [raw, `${raw}/stack`, `${raw}?download`, '/attachments/1']) {
        expect(await locate(`/issues/${b}${path}`)).toEqual([307, `/issues/${a}${path}`]);
      }
      const resolved = await triage.submit(`/issues/${b}`, 'triage', { change: 'resolve' });
      const location = `/issues/${a}?_action=triage`;
      expect([resolved.status, resolved.headers['location']]).toEqual([307, location]);
      const { status } = await triage.open(`/issues/${b}`, { who: 'eve' });
      expect(status).toBe(404);
    });
  });

  describe('unmerging', () => {
    it('lists the groups, gives the chosen groups back to their issue, and can be undone', async () => {
      const [a = 0, b = 0] = await triage.addMany(2);
      const own = await shortIdOf(b);
      expect((await pageOf(a)).groups).toBeUndefined();
      await mergeListed([a, b]).expect(303);
      const { groups, html } = await pageOf(a);
      expect(groups).toMatchObject({ total: 2, isFirstPage: true });
      const froms = groups?.items.map(({ from }) => from && `WEB-${from}`);
      expect(froms).toEqual([undefined, own]);
      expect(html).toContain(` · from ${own}`);
      const group = groups?.items.find(({ from }) => from !== undefined)?.id ?? 0;
      const answer = await unmerge(a, [group]).expect(303);
      const told = await triage.open(`/issues/${a}`, { after: answer });
      expect(told.payload.flash?.text).toBe(`Unmerged: ${own}.`);
      expect((await pageOf(b)).props.issue).toMatchObject({ shortId: own, events: 1 });
      await undo(`/issues/${a}`, told).expect(303);
      expect((await pageOf(a)).props.issue.events).toBe(2);
    });

    it('is refused for all groups, and has no form for a viewer', async () => {
      const [a = 0, b = 0] = await triage.addMany(2);
      await mergeListed([a, b]).expect(303);
      const { groups } = await pageOf(a);
      const all = groups?.items.map(({ id }) => id) ?? [];
      const answer = await unmerge(a, all).expect(422);
      expect(errorsOf(answer)).toEqual({ group: [messageOf('issue.unmerge_some')] });
      const { html } = await pageOf(a, 'vic');
      expect(html).toContain('2 groups of events');
      expect(html).not.toContain('name="group"');
      await triage.submit(`/issues/${a}`, 'unmerge', { group: all[0] }, 'vic').expect(403);
    });

    it('lists many groups over several pages', async () => {
      const issueIds = await triage.addMany(22);
      const [a = 0] = issueIds;
      const by = { byUserId: triage.people.ann.id, nowMs: Date.now() };
      await triage.renderer.stores.merges.merge({ issueIds, ...by });
      const first = await pageOf(a);
      expect(first.groups).toMatchObject({ total: 22, next: 20 });
      expect(first.html).toContain(`href="/issues/${a}?groups=20#grouping"`);
      const second = await pageOf(a, 'ann', '?groups=20');
      expect(second.groups?.items).toHaveLength(2);
      expect(second.html).toContain(`href="/issues/${a}#grouping"`);
      expect((await pageOf(a, 'ann', '?groups=all')).status).toBe(404);
    });
  });
});
