import { EnvelopeTemplate } from '../fixtures/envelope.mjs';
import { importBuilt } from '../processes/built.mjs';
import { PROJECT } from '../processes/errata.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';

const EVENTS = 100_000;
const ISSUES = 1000;
const SECONDS = 60;
/** As a relay records them. */
const BATCH = 200;
const CHANNELS = 3;
const SECRET = 'a secret of thirty-two characters';
/** What a project's first rule finds in its first hour comes as a summary. */
const HOUR_MS = 3_600_000;
/** Thresholds are what costs most: of each issue, and of the project. */
const COUNTING = {
  events: { count: 50, minutes: 5, of: 'issue' },
  users: { count: 100, minutes: 5, of: 'project' },
};

const { createStores, openDatabase } = await importBuilt('libs/product/index.js');
const { processReport } = await importBuilt(
  'apps/monitoring-relay/src/processing/process-report.js',
);
const { composeAlert } = await importBuilt('libs/product/alerting/alerts/relay/compose-alert.js');
const { defaultAlertRule } = await importBuilt('libs/shared/src/index.js');
const { Hiding } = await importBuilt('libs/events/src/index.js');

/**
 * What 100,000 events in 1,000 issues within a minute become: messages for each of three channels, and the CPU time of processing
 * and recording 1,000 of them, with rules and without in turn, on SQLite. The minute is one of the store's clock.
 */
export function measureAlerts() {
  return inTemporaryFolder(async (folder) => {
    const { events, processingMs } = await processEvents();
    const told = await Side.open(`${folder}/with`, { isTold: true });
    const bare = await Side.open(`${folder}/without`, { isTold: false });
    const startMs = Date.now() + 2 * HOUR_MS;
    for (let second = 0; second < SECONDS; second += 1) {
      const atMs = startMs + second * 1000;
      // In turn: what else the machine does falls on both.
      const sides = second % 2 === 0 ? [told, bare] : [bare, told];
      for (const side of sides) await side.play(events, { second, atMs });
    }
    // Until an hour of quiet has passed.
    for (let second = SECONDS; second < 3600; second += 1) {
      await told.tell(startMs + second * 1000);
    }
    const messages = await told.countMessages();
    console.log(
      `${await told.countIssues()} issues; messages: ${messages.map((kinds) => kinds.join(' and ')).join('; ')}.`,
    );
    await Promise.all([told.close(), bare.close()]);
    const toReading = ({ cpuMs }) => [(cpuMs * 1000) / EVENTS + processingMs];
    return [
      { figure: 'alerts/cpu', ours: toReading(told), bare: toReading(bare) },
      { figure: 'alerts/messages', ours: messages.map((kinds) => kinds.length) },
    ];
  });
}

/** One event for each issue, as it is handed to the store, and the milliseconds of CPU time that 1,000 take. */
async function processEvents() {
  const reports = Array.from({ length: ISSUES }, (_, group) => {
    const eventId = group.toString(16).padStart(32, '0');
    const body = new EnvelopeTemplate({ group, publicKey: PROJECT.publicKey }).with(eventId);
    return { body, eventId, id: group + 1 };
  });
  const hiding = new Hiding();
  const events = [];
  const before = process.cpuUsage();
  for (const report of reports) {
    const made = await processReport(
      {
        ...report,
        projectId: PROJECT.id,
        publicKey: PROJECT.publicKey,
        receivedAtMs: Date.now(),
        contents: { kept: { error: 1 }, filtered: {} },
        origin: '0'.repeat(16),
      },
      { hiding },
    );
    events.push(made);
  }
  return { events, processingMs: (toMs(process.cpuUsage(before)) * 1000) / ISSUES };
}

/** A database of its own, with rules or without. */
class Side {
  cpuMs = 0;
  #database;
  #stores;
  #reportId = 0;
  #isTold;

  static async open(dataDir, { isTold }) {
    const { mkdir } = await import('node:fs/promises');
    await mkdir(dataDir);
    const side = new Side();
    side.#isTold = isTold;
    side.#database = openDatabase({ dataDir, secret: SECRET });
    await side.#database.migrate(['platform', 'product']);
    side.#stores = createStores(side.#database, { secret: SECRET });
    await side.#stores.projects.ensure([{ slug: 'app', id: PROJECT.id }]);
    await side.#setRules();
    return side;
  }

  async #setRules() {
    const { alertRules, channels } = this.#stores;
    const by = { projectId: PROJECT.id, byUserId: 1, nowMs: Date.now() };
    const [{ id, version }] = await alertRules.list(PROJECT.id);
    const ids = [];
    for (let number = 1; number <= CHANNELS; number += 1) {
      const settings = { address: 'https://ntfy.sh/bench' };
      const channel = { kind: 'ntfy', name: `Channel ${number}`, hint: '', settings };
      ids.push(await channels.add({ projectId: PROJECT.id }, channel, by));
    }
    const rule = { ...defaultAlertRule, toMembers: false, channels: ids, isEnabled: this.#isTold };
    await alertRules.change({ id, version }, rule, by);
    await alertRules.add({ ...rule, ...COUNTING, name: 'Many', onNew: false }, by);
  }

  /** Records the events of a second, and tells what they fired. */
  async play(events, { second, atMs }) {
    const first = Math.floor((second * EVENTS) / SECONDS);
    const last = Math.floor(((second + 1) * EVENTS) / SECONDS);
    const batches = [];
    for (let from = first; from < last; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, last - from) }, (_, n) => from + n);
      batches.push(numbers.map((number) => this.#toReport(events[number % ISSUES], number, atMs)));
    }
    const before = process.cpuUsage();
    for (const batch of batches) await this.#stores.reports.record(batch);
    await this.tell(atMs + 999);
    this.cpuMs += toMs(process.cpuUsage(before));
  }

  async tell(nowMs) {
    const { alerts } = this.#stores;
    const sending = {
      nowMs,
      canMail: false,
      toUnsubscribe: String,
      compose: (alert) => composeAlert(alert, 'http://127.0.0.1'),
    };
    while (await alerts.spread(sending)) continue;
    while (await alerts.sendNext(sending)) continue;
  }

  #toReport({ events, ...made }, number, atMs) {
    this.#reportId += 1;
    const eventId = number.toString(16).padStart(32, '0');
    return {
      origin: '0'.repeat(16),
      reportId: this.#reportId,
      publicKey: PROJECT.publicKey,
      outcomes: [],
      ...made,
      events: events.map((each) => ({
        ...each,
        event: { ...each.event, eventId, receivedAtMs: atMs, occurredAtMs: atMs },
      })),
    };
  }

  /** What each channel was sent: kind and number of issues of each message. */
  async countMessages() {
    const claimed = await this.#stores.deliveries.claim({
      nowMs: Date.now() + 4 * HOUR_MS,
      leaseMs: 1000,
      limit: 1000,
    });
    const byChannel = new Map();
    for (const { delivery } of claimed) {
      const { destination, message } = delivery;
      const sent = byChannel.get(destination.channelId) ?? [];
      sent.push(`${message.kind} of ${message.issues.length + message.more}`);
      byChannel.set(destination.channelId, sent);
    }
    return [...byChannel.values()];
  }

  async countIssues() {
    return (await this.#stores.issues.list({ limit: ISSUES + 1, nowMs: Date.now() })).length;
  }

  close() {
    return this.#database.close();
  }
}

function toMs({ user, system }) {
  return (user + system) / 1000;
}
