import * as z from 'zod';
import { muteWindowMinutes } from '#shared';

const issue = z
  .string()
  .max(500)
  .describe('The short id of an issue, its number, or the address of its page: WEB-42.');
const project = z.string().max(100).describe('The slug or the id of a project.');
const limit = z.int().min(1).max(25).default(10).describe('How many at most.');
const window = z.literal([...muteWindowMinutes]);
const event = z.string().max(100).describe('The id of an event: 32 hexadecimal digits.');

/** This module is loaded only when an assistant sends a request, since zod takes memory. */
export const toolInputs = {
  whoami: z.strictObject({}),
  find_projects: z.strictObject({
    query: z.string().max(200).optional().describe('A part of the name or slug.'),
  }),
  search_issues: z.strictObject({
    query: z
      .string()
      .max(500)
      .default('is:unresolved')
      .describe(
        'A search as the console takes it. Words find titles and places; keys are is:unresolved|resolved|muted|new|regressed, level:, type:, release:, firstRelease:, environment:, assigned:me|none|address, firstSeen:-24h, lastSeen:, timesSeen:>10, users:, user:, url:, has:, and any tag. ! before a key means not, [a, b] any of them, * anything. Empty: all.',
      ),
    project: project.optional(),
    environment: z.string().max(100).optional(),
    period: z
      .string()
      .max(10)
      .optional()
      .describe('Only issues with events in this time until now: 30m, 24h, 14d.'),
    sort: z
      .enum(['date', 'new', 'freq', 'user', 'trends'])
      .default('date')
      .describe('Last seen, first seen, events, users, or what has become more.'),
    limit,
    cursor: z.string().max(60).optional().describe('From the answer before, for its next page.'),
  }),
  get_issue_details: z.strictObject({ issue }),
  search_issue_events: z.strictObject({
    issue,
    query: z
      .string()
      .max(500)
      .default('')
      .describe('As of search_issues, without the keys that are about issues. Empty: all.'),
    limit,
  }),
  get_event: z.strictObject({
    event: event.optional(),
    digest: z
      .string()
      .max(200)
      .optional()
      .describe('What a page of an application shows of its error.'),
    trace: z.string().max(100).optional().describe('The id of a trace: 32 hexadecimal digits.'),
    request: z.string().max(200).optional().describe('What the application calls the request.'),
  }),
  get_issue_tag_values: z.strictObject({
    issue,
    key: z.string().max(200).optional().describe('The name of a tag. Without it: all tags.'),
  }),
  get_issue_breadcrumbs: z.strictObject({
    issue,
    event: event.optional().describe('The id of an event. Without it: the newest.'),
  }),
  update_issue: z.strictObject({
    issue,
    status: z.enum(['resolved', 'unresolved', 'ignored']).optional(),
    inRelease: z.string().min(1).max(200).optional().describe('Resolved in that release.'),
    inNextRelease: z.boolean().optional().describe('Resolved in the next release.'),
    untilEscalating: z.boolean().optional().describe('Ignored until it gets far worse.'),
    ignoreMinutes: z.int().min(1).optional().describe('Ignored for so long.'),
    ignoreCount: z.int().min(1).optional().describe('Ignored until so many events more.'),
    ignoreWindow: window.optional().describe('Minutes within which ignoreCount events come.'),
    ignoreUserCount: z.int().min(1).optional().describe('Ignored until so many users more.'),
    ignoreUserWindow: window
      .optional()
      .describe('Minutes within which ignoreUserCount users come.'),
    assignedTo: z
      .string()
      .max(320)
      .optional()
      .describe('me, or the mail address of a member of the project. Empty: nobody.'),
  }),
  add_issue_note: z.strictObject({
    issue,
    text: z.string().min(1).max(10_000).describe('Markdown. All members of the project read it.'),
  }),
  find_releases: z.strictObject({
    query: z.string().max(200).optional().describe('A part of the version.'),
    project: project.optional(),
    limit,
  }),
  get_release_details: z.strictObject({
    version: z.string().min(1).max(250).describe('As find_releases writes it.'),
    project: project.optional(),
  }),
} as const;
