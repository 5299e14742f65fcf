import { describe, expect, it } from '@jest/globals';
import { createFeedback, createReport, onEachDatabase } from '../../../../testing/index.ts';
import { kyselyOf } from '#persistence/testing';
import type { Feedback } from '../../../reports/store/report.ts';

const EVENT_ID = 'a'.repeat(32);
const NOON_MS = Date.UTC(2026, 0, 5, 12);

const createUserReport = (traits: Partial<Feedback> = {}) =>
  createFeedback({ source: 'user_report', id: EVENT_ID, ...traits });

describe('FeedbackStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function openProject() {
      const fresh = await openFresh();
      const { feedback, projects, reports } = fresh.stores;
      await projects.ensure([
        { slug: 'app', id: 1 },
        { slug: 'web', id: 2 },
      ]);
      let reportId = 0;
      return {
        ...fresh,
        feedback,
        say: (...said: Feedback[]) => {
          reportId += 1;
          return reports.record([createReport(reportId, [], { feedback: said })]);
        },
        listOutcomes: async () => {
          const rows = await kyselyOf(fresh.database)
            .selectFrom('outcome_minutes')
            .select(['outcome', 'kind', 'quantity'])
            .orderBy('kind')
            .orderBy('outcome')
            .execute();
          return rows.map(({ outcome, kind, quantity }) => `${kind} ${outcome} ${quantity}`);
        },
      };
    }

    it('has what users said about an event, in the order in which it came', async () => {
      const { feedback, say } = await openProject();
      const {
        name: _name,
        email: _email,
        ...anonymous
      } = createFeedback({
        id: '1'.repeat(32),
        message: 'Later. \u0000\ud800',
        url: 'https://app.example/cart',
        receivedAtMs: NOON_MS + 1,
      });
      await say(anonymous, createFeedback());
      await say(createFeedback({ id: '2'.repeat(32), eventId: 'b'.repeat(32) }));
      await say(createFeedback({ id: '3'.repeat(32), projectId: 2 }));
      expect(await feedback.list(1, EVENT_ID)).toEqual([
        { name: 'Ann', email: 'ann@example.org', message: 'It broke.', receivedAtMs: NOON_MS },
        {
          message: 'Later. \ufffd\ufffd',
          url: 'https://app.example/cart',
          receivedAtMs: NOON_MS + 1,
        },
      ]);
    });

    it('keeps what belongs to no event', async () => {
      const { eventId: _, ...alone } = createFeedback();
      const { feedback, say, listOutcomes } = await openProject();
      await say(alone);
      expect(await listOutcomes()).toEqual(['feedback stored 1']);
      expect(await feedback.list(1, EVENT_ID)).toEqual([]);
    });

    it('knows what it has had, in a report and over reports', async () => {
      const { feedback, say, listOutcomes } = await openProject();
      await say(createFeedback(), createFeedback({ message: 'Again.' }));
      await say(createFeedback({ message: 'And again.' }), createFeedback({ projectId: 2 }));
      expect(await feedback.list(1, EVENT_ID)).toMatchObject([{ message: 'It broke.' }]);
      expect(await listOutcomes()).toEqual([
        'feedback duplicate 2',
        'feedback stored 1',
        'feedback stored 1',
      ]);
    });

    it('has one user report of each event, the one that came last', async () => {
      const { feedback, say, listOutcomes } = await openProject();
      const { name: _, ...second } = createUserReport({
        message: 'Two.',
        receivedAtMs: NOON_MS + 2,
      });
      await say(createUserReport({ message: 'One.' }), second);
      await say(createUserReport({ message: 'Late.', receivedAtMs: NOON_MS + 1 }));
      await say(createFeedback({ id: EVENT_ID, message: 'Another thing.' }));
      expect(await feedback.list(1, EVENT_ID)).toEqual([
        expect.objectContaining({ message: 'Another thing.' }),
        { email: 'ann@example.org', message: 'Two.', receivedAtMs: NOON_MS + 2 },
      ]);
      expect(await listOutcomes()).toEqual(['default stored 3', 'feedback stored 1']);
    });
  });
});
