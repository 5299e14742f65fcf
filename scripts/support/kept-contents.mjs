import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';

const DAY_MS = 24 * 3_600_000;
const SECRET = 'kept-secret-of-a-webhook';

/**
 * The events to send, in this order. Each entry has a project, the name of an event, how many
 * copies of the event are processed before the backup, and how many copies wait in the spool.
 */
const kinds = [
  ['app', 'python/paymenterror-could-not-charge-invoice-18', 3, 1],
  ['app', 'java/checkout-paymentdeclinedexception-payment-of-ord', 2, 1],
  ['app', 'browser: a chain of errors', 2, 1],
  ['app', 'go/main-myerr-e42-inventory-is-negative', 2, 0],
  ['app', 'python/message-order-2-could-not-be-shipped', 1, 0],
  ['worker', 'rust/error-an-ad-hoc-error-with-code-17', 2, 0],
  ['worker', 'go/errors-errorstring-rich-event-with-everything', 1, 2],
  ['worker', 'java/illegalstateexception-step-11-failed', 0, 2],
  // The message filter that `configure` sets drops this event.
  ['app', 'go/message-a-string-was-panicked-with', 1, 1],
].map(([project, event, processed, waiting]) => ({ project, event, processed, waiting }));
/** The relay accepts this JSON, and processing refuses it because it is nested too deeply. */
const BAD_EVENT = `{}\n{"type":"event"}\n{"a":${'['.repeat(70)}${']'.repeat(70)}}\n`;

/** Creates a second project and a second person, and changes one setting of each kind. */
export async function configure(stores, parts) {
  const { filterSettings, groupingRuleSettings, privacySettings, retentionSettings } = parts;
  const nowMs = Date.now();
  const [owner] = await stores.users.list({ limit: 1 });
  const by = { byUserId: owner.id, nowMs };
  const worker = await stores.projectSettings.create({ slug: 'worker', name: 'Worker' }, by);
  const app = await stores.projectSettings.find('app');
  const invite = (email) =>
    stores.invitations.create({
      tokenHash: hash(email),
      email,
      grant: { kind: 'member', role: 'member', projectIds: [app.id, worker.id] },
      invitedBy: owner.id,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 7 * DAY_MS,
    });
  await invite('eve@example.org');
  await invite('bob@example.org');
  const { passwordHash } = await stores.users.findCredentials({ userId: owner.id });
  const [email, name] = ['bob@example.org', 'Bob'];
  const newUser = { email, emailKey: email, name, passwordHash };
  await stores.invitations.accept(hash(email), { invitee: { newUser }, nowMs });
  const set = (part, patch) => stores.settings.patch(part, { projectId: app.id, patch, ...by });
  await set(filterSettings, { messages: ['a string was panicked*'] });
  await set(privacySettings, { secretNames: ['invoice_note'], hidesIban: true });
  await set(retentionSettings, { days: 365 });
  await set(groupingRuleSettings, {
    lines: ['type:CheckoutError -> fingerprint="carts" title="Carts cannot be paid"'],
  });
  // This address of TEST-NET-1 (RFC 5737) cannot be reached, so its alerts stay waiting.
  const address = 'https://192.0.2.1/alerts';
  const channelId = await stores.channels.add(
    { projectId: app.id },
    { kind: 'webhook', name: 'On call', hint: '192.0.2.1', settings: { address, secret: SECRET } },
    by,
  );
  const [first] = await stores.alertRules.list(app.id);
  const rule = { ...first, name: 'Payments', condition: 'level:error', channels: [channelId] };
  await stores.alertRules.add(rule, { projectId: app.id, ...by });
  const search = { name: 'Of billing', query: 'is:unresolved release:billing*', sort: 'events' };
  await stores.savedSearches.save({ ...search, userId: owner.id, isDefault: false });
  await stores.savedSearches.save({ ...search, projectId: app.id, isDefault: false });
  await stores.preferences.set(owner.id, 'keyboard', 'off');
}

/** Sends the events one after the other, so that both databases record them in the same order. */
export async function send(stores, relayUrl, when) {
  const projects = await stores.projects.list();
  const keys = await stores.projects.listKeys();
  const post = async (slug, body) => {
    const { id } = projects.find((project) => project.slug === slug);
    const { publicKey } = keys.find(({ projectId }) => projectId === id);
    const address = `${relayUrl}/api/${id}/envelope/?sentry_key=${publicKey}`;
    const answer = await fetch(address, { method: 'POST', body });
    if (answer.status !== 200) throw new Failure(`The relay answers ${answer.status}.`);
  };
  for (const { project, event, ...count } of kinds) {
    const sent = await readEvent(event);
    for (let index = 0; index < count[when]; index += 1) {
      const eventId = toEventId(event, when, index);
      const at = { event_id: eventId, timestamp: Date.now() / 1000 };
      const company = index === 0 ? toCompany(eventId) : [];
      await post(project, toEnvelope(eventId, { type: 'event' }, { ...sent, ...at }, ...company));
    }
  }
  if (when === 'waiting') return;
  await post('app', BAD_EVENT);
  const schedule = { type: 'crontab', value: '0 3 * * *' };
  for (const status of ['ok', 'error']) {
    const run = { check_in_id: hash(status).slice(0, 32), monitor_slug: 'nightly', status };
    const monitor = { monitor_config: { schedule, timezone: 'Europe/Berlin' } };
    await post('worker', toEnvelope(undefined, { type: 'check_in' }, { ...run, ...monitor }));
  }
  await post('worker', toEnvelope(undefined, ...toSessions(), ...toLogs()));
}

/** Ends of sessions of each kind, in the release of an event. */
function toSessions() {
  const attrs = { release: 'billing@2.4.0', environment: 'production' };
  const ends = ['exited', 'unhandled', 'crashed', 'abnormal'].map((status) => {
    return { sid: hash(status).slice(0, 32), init: true, status, started: toIso(), attrs };
  });
  return ends.flatMap((end) => [{ type: 'session' }, end]);
}

function toLogs() {
  const about = { type: 'log', item_count: 2 };
  const content = { content_type: 'application/vnd.sentry.items.log+json' };
  const items = ['info', 'error'].map((level) => {
    return { timestamp: Date.now() / 1000, level, body: `the bank says ${level}` };
  });
  return [{ ...about, ...content }, { items }];
}

const toIso = () => new Date().toISOString();

function toCompany(eventId) {
  const file = [{ type: 'attachment', filename: 'cart.json' }, { cart: [17] }];
  const said = { event_id: eventId, name: 'Ann', email: 'ann@example.org', comments: 'Twice!' };
  return [...file, { type: 'user_report' }, said];
}

function toEnvelope(eventId, ...lines) {
  return [{ event_id: eventId }, ...lines].map((line) => JSON.stringify(line)).join('\n');
}

async function readEvent(name) {
  const { protocolEvents } = await import(join(root, 'libs/events/test/protocol-events.ts'));
  const described = protocolEvents[name];
  if (described) return described;
  return JSON.parse(await readFile(join(root, `libs/events/test/sdk-events/${name}.json`), 'utf8'));
}

function toEventId(event, when, index) {
  return hash(`${event} ${when} ${index}`).slice(0, 32);
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Changes issues as people do. The variables follow the order of `kinds`, whose first five belong
 * to `app`.
 */
export async function handleIssues(stores) {
  const [owner, bob] = await stores.users.list({ limit: 2 });
  const act = { byUserId: owner.id, nowMs: Date.now() };
  const [payment, declined, carts, inventory, shipping, adHoc] = await Promise.all(
    kinds.map(({ event }) => findIssue(stores, toEventId(event, 'processed', 0))),
  );
  await stores.merges.merge({ issueIds: [payment, declined], intoId: payment, ...act });
  await stores.triage.assign({ issueIds: [payment, carts], assigneeId: bob.id, ...act });
  await stores.triage.comment({ issueId: payment, body: 'The **bank** is away.', ...act });
  const change = (issueId, kind) =>
    stores.triage.change({ issueIds: [issueId], change: { kind }, ...act });
  await change(inventory, 'resolve');
  await change(shipping, 'muteForever');
  await change(adHoc, 'resolveInNextRelease');
}

async function findIssue({ finding }, eventId) {
  const [found] = await finding.findEvents({ by: 'id', text: eventId }, { scope: 'all', limit: 1 });
  return found?.issueId;
}

/**
 * Returns an event of each kind, to be sent again after an upgrade. `issue` is the index of its
 * issue in `listIssues`, or -1 for a filtered event.
 */
export async function readSamples(stores) {
  const issues = await listIssues(stores);
  return Promise.all(
    kinds.map(async ({ project, event, processed }) => {
      const eventId = toEventId(event, processed > 0 ? 'processed' : 'waiting', 0);
      const issueId = await findIssue(stores, eventId);
      const issue = issues.findIndex(({ id }) => id === issueId);
      return { project, issue, event: await readEvent(event) };
    }),
  );
}

/**
 * Lists issues sorted by name. Issues of monitors are left out, because they get more events as
 * time passes.
 */
export async function listIssues(stores) {
  const monitors = await stores.monitors.list('all');
  const ofMonitors = monitors.flatMap(({ environments }) => environments.map((one) => one.issueId));
  const issues = await stores.issues.list({ limit: 100 });
  const nameOf = ({ type, value }) => `${type} ${value}`;
  return issues
    .filter(({ id }) => !ofMonitors.includes(id))
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

/** Reads only facts that do not change with time: no payload, run, session or invitation. */
export async function readFacts(stores, parts) {
  const people = await stores.users.list({ limit: 100 });
  const emailOf = (userId) => people.find(({ id }) => id === userId)?.email;
  const issues = await listIssues(stores);
  const projects = await stores.projects.list();
  const monitors = await stores.monitors.list('all');
  const searches = await stores.savedSearches.list({ userId: people[0].id });
  return {
    people: people.map(({ email, name, isOwner }) => ({ email, name: name ?? '', isOwner })),
    issues: await Promise.all(issues.map((issue) => readIssue(stores, issue, emailOf))),
    projects: await Promise.all(projects.map((project) => readProject(stores, parts, project))),
    monitors: monitors.map(({ slug, state, config }) => ({ slug, state, config })),
    searches: searches.map(({ name, query, project }) => [name, query, project?.slug ?? '']),
    keyboard: await stores.preferences.find(people[0].id, 'keyboard'),
  };
}

async function readIssue(stores, { id, projectSlug, type, value, events, ...issue }, emailOf) {
  const history = await stores.triage.listHistory(id, { order: 'oldestFirst', limit: 100 });
  const { total: groups } = await stores.merges.listGroups(id, { limit: 10, offset: 0 });
  return {
    project: projectSlug,
    type,
    value,
    events,
    groups,
    status: issue.state.status,
    assignee: emailOf(issue.assigneeId) ?? '',
    history: history.map(({ what, comment }) => comment?.body ?? what),
  };
}

async function readProject(stores, parts, { id, slug, name }) {
  const { filterSettings, groupingRuleSettings, privacySettings, retentionSettings } = parts;
  const get = async (part) => (await stores.settings.get(id, part)).value;
  const rules = await stores.alertRules.list(id);
  const channels = await stores.channels.list({ projectId: id });
  const members = await stores.memberships.listMembers(id, { limit: 100 });
  const opened = await Promise.all(channels.map((one) => stores.channels.open(one.id)));
  return {
    slug,
    name,
    members: members.map(({ email, role }) => [email, role]),
    rules: rules.map((rule) => [rule.name, rule.condition, rule.channels]),
    channels: opened.map(({ settings }) => settings),
    filtered: (await get(filterSettings)).messages,
    grouping: (await get(groupingRuleSettings)).lines,
    secretNames: (await get(privacySettings)).secretNames,
    retentionDays: (await get(retentionSettings)).days,
  };
}
