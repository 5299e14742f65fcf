import { describe, expect, it } from '@jest/globals';
import { filterSettings } from '#product/recording/filters';
import { groupingRuleSettings } from '#product/recording/grouping-rules';
import { createGroupedEvent, createReport } from '#product/testing';
import { defaultFilters, type FilterSettings, type OutcomeCount } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { shownOf, textOf } from './support/shown.ts';
import { toCookies } from './support/to-cookies.ts';

const WEB = '/settings/projects/web';
const FILTERS = `${WEB}/filters`;
const DATA = `${WEB}/data`;
const RULES = `${WEB}/grouping-rules`;
const NO_LISTS = { messages: '', releases: '', environments: '', networks: '' };
const DAY_MS = 86_400_000;

const renderer = hold(startPeopledRenderer);
let reports = 0;

async function read(person: Person, path: string): Promise<string> {
  return textOf((await renderer.get(person, path).expect(200)).text);
}

async function getSettings(): Promise<FilterSettings> {
  return (await renderer.stores.settings.get(1, filterSettings)).value;
}

async function record(group: string, values: readonly string[]): Promise<number> {
  const startMs = Date.now();
  const events = values.map((value, index) =>
    createGroupedEvent({
      groupedBy: group,
      grouping: { value: group },
      event: { receivedAtMs: startMs + index },
      sent: { platform: 'javascript', exception: { values: [{ type: 'Error', value }] } },
    }),
  );
  reports += 1;
  await renderer.stores.reports.record([createReport(reports, events)]);
  const issues = await renderer.stores.issues.list({ limit: 100 });
  return issues.find((issue) => issue.value === group)!.id;
}

describe('the grouping rules of a project', () => {
  it('are tried on the latest events before they are saved, and can be removed', async () => {
    const { send } = renderer;
    const issue = await record('ruled', ['a 1', 'a 2', 'b 1', 'c 1']);
    const rules = [
      '# tried',
      'message:a -> fingerprint="as" title="An {{ value }}"',
      'message:"b 1" -> ignore',
      'message:"c 1" -> title="A C"',
    ].join('\n');
    const tried = await send('admin', RULES, 'preview', { rules }).expect(200);
    const told = textOf(tried.text);
    expect(told).toContain(
      'Errata tried 3 rules on the last 4 events: 1 ignored, 2 in 1 new issue, 1 with a new title.',
    );
    expect(told).toContain('WEB-1 Error: b 1');
    expect(told).toContain('WEB-1 An a 2 × 2 → new issue 1');
    expect(told).toContain('WEB-1 A C: c 1');
    expect(shownOf(tried.text)).toContain(`/issues/${issue}?event=`);
    expect(shownOf(tried.text)).toContain('# tried\nmessage');
    const readLines = async () =>
      (await renderer.stores.settings.get(1, groupingRuleSettings)).value;
    expect(await readLines()).toEqual({ lines: [] });
    await send('admin', RULES, 'save', { rules: `${rules}\r\n\r\n` }).expect(303);
    expect((await readLines()).lines).toHaveLength(4);
    expect(await read('admin', RULES)).toContain('# tried message:a');
    await send('admin', RULES, 'save', { rules: '' }).expect(303);
    expect(await readLines()).toEqual({ lines: [] });
  });

  it('are read without delay even when a line has 149,000 blanks', async () => {
    // A regular expression that trims the blanks at the end would take 20 s here and block all
    // other requests.
    const rules = `type:a${' '.repeat(149_000)}-> ignore`;
    const answer = await renderer.send('admin', RULES, 'preview', { rules }).expect(422);
    expect(textOf(answer.text)).toContain('A line has at most 500 characters.');
  });

  it('are refused with the line and column of each mistake', async () => {
    for (const action of ['save', 'preview']) {
      const rules = 'type:a -> ignore\ntype:a -> hide\nlevel:bad -> ignore';
      const answer = await renderer.send('admin', RULES, action, { rules }).expect(422);
      const told = textOf(answer.text);
      expect(told).toContain('Line 2, column 11: There is no such action.');
      expect(told).toContain('Line 3, column 7: After level: write one of');
      expect(shownOf(answer.text)).toContain('hide\nlevel:bad');
    }
  });

  it('are refused when they use an unknown key, unless the key is written as a tag', async () => {
    const rules = 'type:a -> ignore\n!enviroment:test tags[tier]:x -> ignore';
    const answer = await renderer.send('admin', RULES, 'save', { rules }).expect(422);
    expect(textOf(answer.text)).toContain(
      'Line 2, column 2: No search key and no received tag is called “enviroment”. Did you mean “environment”?',
    );
    for (const saved of ['logger:x tags[enviroment]:y function:main -> ignore', '']) {
      await renderer.send('admin', RULES, 'save', { rules: saved }).expect(303);
    }
  });
});

describe('the filters of a project', () => {
  it('are saved together, noted in the audit log, and set back', async () => {
    const save = (fields: object) =>
      renderer.send('admin', FILTERS, 'save', { ...NO_LISTS, ...fields });
    const { text } = await save({
      'filters[]': ['localhost', 'noise'],
      messages: 'TypeError: *\r\n\r\nother *',
      networks: '10.0.0.0/8',
    }).expect(303);
    expect(await getSettings()).toEqual({
      ...defaultFilters,
      extensions: false,
      crawlers: false,
      localhost: true,
      messages: ['TypeError: *', 'other *'],
      networks: ['10.0.0.0/8'],
    });
    expect(text).toBe('');
    const page = shownOf((await renderer.get('admin', FILTERS)).text);
    expect(page.match(/<input type="checkbox"[^>]*checked=""[^>]*>/g)).toHaveLength(2);
    expect(page).toContain('4 on</span>');
    const log = await read('owner', '/settings/audit');
    expect(log).toContain('switched the filter of crawlers in web off');
    expect(log).toContain('filtered messages of web: added TypeError: * and other *');
    expect(log).not.toMatch(/outdated browsers in web|environments of web/);
    await save({ 'filters[]': ['nothing'] }).expect(422);
    await save({ 'filters[]': ['extensions', 'crawlers', 'noise'] }).expect(303);
    expect(await getSettings()).toEqual(defaultFilters);
  });

  it('say which filters a save changed, or that nothing changed', async () => {
    const save = async (fields: object) => {
      const saved = { ...NO_LISTS, ...fields };
      const answer = await renderer.send('admin', FILTERS, 'save', saved).expect(303);
      const cookie = toCookies(renderer.cookieOf('admin'), answer);
      const { text } = await renderer.get('admin', FILTERS).set('Cookie', cookie);
      return textOf(text);
    };
    const on = ['extensions', 'crawlers'];
    expect(await save({ 'filters[]': on, releases: '1.*' })).toContain(
      'Filters saved: Noise of browsers off, Releases on.',
    );
    expect(await save({ 'filters[]': on, releases: '2.*' })).toContain(
      'Filters saved: Releases changed.',
    );
    expect(await save({ 'filters[]': on, releases: '2.*' })).toContain('Nothing changed.');
    expect(await save({ 'filters[]': [...on, 'noise'] })).toContain(
      'Filters saved: Noise of browsers on, Releases off.',
    );
    expect(await getSettings()).toEqual(defaultFilters);
  });

  it('are not saved over a change that somebody else saved meanwhile', async () => {
    const page = shownOf((await renderer.get('admin', FILTERS)).text);
    const { version = '' } = /name="version" value="(?<version>\d+)"/.exec(page)?.groups ?? {};
    const unchanged = { ...NO_LISTS, 'filters[]': ['extensions', 'crawlers', 'noise'] };
    const theirs = { ...unchanged, messages: 'order *' };
    await renderer.send('owner', FILTERS, 'save', { ...theirs, version }).expect(303);
    const late = { ...unchanged, releases: '1.*', version };
    const refused = await renderer.send('admin', FILTERS, 'save', late).expect(422);
    expect(textOf(refused.text)).toContain('Somebody else has changed the filters meanwhile.');
    expect(shownOf(refused.text)).toContain('1.*</textarea>');
    expect((await getSettings()).messages).toEqual(['order *']);
    await renderer.send('owner', FILTERS, 'save', unchanged).expect(303);
    expect(await getSettings()).toEqual(defaultFilters);
  });

  it('say which entry has a mistake, and keep the typed text and the ticked boxes', async () => {
    const wrong = {
      ...NO_LISTS,
      'filters[]': ['health'],
      releases: '1.*',
      networks: '10.0.0.0/8\n10.0.0/8',
    };
    const refused = await renderer.send('admin', FILTERS, 'save', wrong).expect(422);
    expect(textOf(refused.text)).toContain('“10.0.0/8” is no address like 203.0.113.7');
    const page = shownOf(refused.text);
    expect(page).toContain('10.0.0.0/8\n10.0.0/8</textarea>');
    expect(page).toContain('1.*</textarea>');
    const [ticked, ...others] = page.match(/<input type="checkbox"[^>]*checked=""[^>]*>/g) ?? [];
    expect(ticked).toContain('value="health"');
    expect(others).toEqual([]);
    expect(await getSettings()).toEqual(defaultFilters);
  });
});

describe('the page that ignores issues of a kind', () => {
  it('says how many events a filter would have dropped, and switches the filter on and off', async () => {
    const noise = await record('noise', ['Script error.', 'Script error.', 'order 7 failed']);
    await record('noise', ['Script error.']);
    await renderer.send('admin', FILTERS, 'save', NO_LISTS).expect(303);
    const page = `/issues/${noise}/ignore`;
    expect(shownOf((await renderer.get('admin', `/issues/${noise}`)).text)).toContain(
      `href="${page}"`,
    );
    const offered = await read('admin', page);
    expect(offered).toContain('Noise of browsers');
    expect(offered).not.toContain('Crawlers');
    expect(offered).toContain('have dropped 3 of the latest 4 events of this issue');
    await renderer.send('admin', page, 'ignore', { filter: 'noise' }).expect(303);
    expect(await getSettings()).toEqual({ ...defaultFilters, extensions: false, crawlers: false });
    const after = await renderer.get('admin', page);
    expect(textOf(after.text)).toContain('The filter is already on in this project. Change that');
    expect(shownOf(after.text)).toContain(`href="${FILTERS}"`);
    await renderer.send('admin', page, 'stop-ignoring', { filter: 'noise' }).expect(303);
    expect((await getSettings()).noise).toBe(false);
  });

  it('tries a typed pattern on the events of its own issue alone', async () => {
    const orders = await record('orders', ['order 7 failed', 'order 8 failed', 'order 9 is late']);
    await record('others', ['order 7 failed']);
    const page = `/issues/${orders}/ignore`;
    const suggested = await renderer.get('admin', page);
    expect(shownOf(suggested.text)).toContain('value="Error: order * is late"');
    expect(textOf(suggested.text)).toContain('have dropped 1 of the latest 3 events');
    const typed = await read('admin', `${page}?pattern=${encodeURIComponent('error: order * f*')}`);
    expect(typed).toContain('have dropped 2 of the latest 3 events');
    const everything = await renderer.get('admin', `${page}?pattern=*`).expect(200);
    expect(textOf(everything.text)).toContain('“*” would filter everything');
    expect(shownOf(everything.text)).not.toContain('Add this pattern');
    const pattern = 'error: order * f*';
    const fields = { filter: 'messages', pattern };
    await renderer.send('admin', page, 'ignore', fields).expect(303);
    await renderer.send('admin', page, 'ignore', fields).expect(303);
    expect((await getSettings()).messages).toEqual([pattern]);
    await renderer.send('admin', page, 'ignore', { ...fields, pattern: '*' }).expect(422);
    await renderer.send('admin', page, 'stop-ignoring', fields).expect(303);
    expect((await getSettings()).messages).toEqual([]);
  });

  it('is offered only to people who may set filters', async () => {
    const issue = await record('rights', ['x']);
    expect(await read('member', `/issues/${issue}`)).not.toContain('Ignore such events');
    await renderer.get('member', `/issues/${issue}/ignore`).expect(403);
  });
});

describe('the page "Data"', () => {
  it('tells every reader of the project how much is kept, hidden, filtered, refused and lost', async () => {
    const atMs = Date.now();
    const of = { projectId: 2, publicKey: 'abc', kind: 'error', atMs } as const;
    const counts: OutcomeCount[] = [
      { ...of, outcome: 'stored', reason: 'taken', quantity: 1200 },
      { ...of, outcome: 'stored', reason: 'taken', quantity: 34, atMs: atMs - DAY_MS },
      { ...of, outcome: 'stored', reason: 'taken', quantity: 9000, atMs: atMs - 31 * DAY_MS },
      { ...of, outcome: 'filtered', reason: 'noise', quantity: 56 },
      { ...of, outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 78 },
      { ...of, outcome: 'rate_limited', reason: 'key', quantity: 9 },
    ];
    const discard = { ...of, reason: 'network_error', quantity: 5 } as const;
    reports += 1;
    await renderer.stores.reports.record([
      createReport(reports, [], { outcomes: counts, discards: [[discard]] }),
    ]);
    const path = '/settings/projects/other/data';
    const text = await read('outsider', path);
    expect(text).toContain('100 events of each issue an hour whole');
    expect(text).toContain('passwords, tokens, cookies');
    expect(text).toContain(
      'These filters are on: Browser extensions, Crawlers, Noise of browsers.',
    );
    expect(text).toContain('There is no storage budget.');
    expect(text).toContain('1,234 taken');
    expect(text).toContain('134 filtered');
    expect(text).toContain('9 refused or failed');
    expect(text).toMatch(/Filtered : by the project: noise of browsers 56 /);
    expect(text).toMatch(/Rate-limited : the rate of its key 9 /);
    expect(text).toMatch(/Sessions 78 came .*BrowserSession/);
    expect(text).toMatch(/the network or the relay did not answer error 5 /);
    const today = new Date(atMs).toISOString().slice(0, 10);
    expect(text).toMatch(
      new RegExp(
        ` ${today} Stored 1,200, .*Filtered \\(by the project: noise of browsers\\) 56, .* 1,200 134 9 `,
      ),
    );
    const { text: html } = await renderer.get('outsider', path);
    expect(shownOf(html)).toContain(
      `aria-label="Items by day: 1,234 taken, 134 filtered, 9 refused or failed"`,
    );
    expect(text).not.toContain('Change the filters');
    expect(text).not.toContain('Change the rate');
    expect(await read('owner', path)).toContain('the rate of its key Change the rate of a key 9 ');
    expect(await read('admin', DATA)).toContain('Change the filters');
  });
});
