import type {
  AlertRuleStore,
  IssueStore,
  OutcomeStore,
  ProjectKey,
  ProjectSettingsStore,
  ProjectStore,
  SettingsStore,
  TriageStore,
} from '#persistence';
import { demoSettings } from '#persistence';
import type { Clock, Scheduler } from '#shared';
import { projectLimits } from '#shared';
import { planEvents } from '../events/demo-plan.ts';
import type { DemoEvent } from '../events/demo-plan.ts';
import { demoProjects } from '../events/demo-projects.ts';
import { toEnvelope } from '../events/to-envelope.ts';
import { readDemoState } from './demo-state.ts';
import { handleIssues } from './handle-issues.ts';
import { RelaySender, SendingFailed } from './relay-sender.ts';

/** Until the relay has processed what it has taken. */
const PROCESSED_WITHIN_MS = 180_000;
const LOOK_AGAIN_MS = 500;
/** Relays know a new key, and what it may send, within two seconds. */
const KEYS_KNOWN_MS = 2500;

export interface DemoParts {
  readonly stores: {
    readonly projects: ProjectStore;
    readonly alertRules: AlertRuleStore;
    readonly projectSettings: ProjectSettingsStore;
    readonly settings: SettingsStore;
    readonly outcomes: OutcomeStore;
    readonly issues: IssueStore;
    readonly triage: TriageStore;
  };
  readonly relayUrl: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** A project of the demo as it is in the database. */
type Key = Pick<ProjectKey, 'projectId' | 'publicKey'>;

/**
 * Fills projects with made-up events, sent to the relay as SDKs send theirs. The events are the same each time, ids included, so
 * that a filling that has stopped goes on where it was: what is there already is a duplicate.
 */
export class DemoFiller {
  private readonly sender: RelaySender;

  constructor(private readonly parts: DemoParts) {
    this.sender = new RelaySender(parts.relayUrl, parts.scheduler);
  }

  /**
   * Rejects with a SendingFailed when the relay does not take them, and with what `signal` is aborted with. Without `byUserId`
   * nobody resolves, mutes or is assigned an issue.
   */
  async fill(byUserId: number | undefined, signal: AbortSignal): Promise<void> {
    const { clock, stores } = this.parts;
    const startedAtMs = clock.nowMs();
    const keys = await this.prepare(startedAtMs, byUserId, signal);
    await this.sender.wait(KEYS_KNOWN_MS, signal);
    const events = planEvents(demoProjects.filter(({ slug }) => keys.has(slug)));
    await this.send(events, { keys, startedAtMs, signal });
    await this.waitUntilProcessed(events.length, signal);
    if (byUserId !== undefined) {
      const again = await handleIssues(stores, { keys, byUserId, nowMs: clock.nowMs() });
      await this.send(again, { keys, startedAtMs: clock.nowMs(), signal });
    }
    await this.mark([...keys.values()], { filledAtMs: clock.nowMs() }, byUserId);
  }

  /** Makes the projects that are not there, each with a key that may send all at once; by slug. */
  private async prepare(
    startedAtMs: number,
    byUserId: number | undefined,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Key>> {
    const { stores, clock } = this.parts;
    const by = { nowMs: clock.nowMs(), ...(byUserId === undefined ? {} : { byUserId }) };
    const marked = await stores.settings.list(demoSettings);
    const keys = new Map<string, Key>();
    for (const { slug, name } of demoProjects) {
      signal.throwIfAborted();
      const known = await stores.projectSettings.find(slug);
      // Somebody has a project of that name.
      if (known && !marked.has(known.id)) continue;
      const project = known ?? (await stores.projectSettings.create({ slug, name }, by));
      if (!project) continue;
      if (!known) await this.silence(project.id, by);
      const [key] = await stores.projectSettings.listKeys(project.id);
      if (!key) continue;
      await stores.projectSettings.limitKey(
        { ...key, reportsPerMinute: projectLimits.reportsPerMinute },
        by,
      );
      keys.set(slug, { projectId: project.id, publicKey: key.publicKey });
    }
    await this.mark([...keys.values()], { startedAtMs, filledAtMs: undefined }, byUserId);
    return keys;
  }

  /** Switches the project's rules of alerts off: its events are made up. */
  private async silence(
    projectId: number,
    by: { readonly nowMs: number; readonly byUserId?: number },
  ): Promise<void> {
    const { alertRules } = this.parts.stores;
    for (const { id, version, ...rule } of await alertRules.list(projectId)) {
      await alertRules.change({ id, version }, { ...rule, isEnabled: false }, { projectId, ...by });
    }
  }

  private async mark(
    keys: readonly Key[],
    patch: { startedAtMs?: number; filledAtMs?: number | undefined },
    byUserId: number | undefined,
  ): Promise<void> {
    const { stores, clock } = this.parts;
    const by = { nowMs: clock.nowMs(), ...(byUserId === undefined ? {} : { byUserId }) };
    for (const { projectId } of keys) {
      await stores.settings.patch(demoSettings, { projectId, patch, ...by });
    }
  }

  private send(
    events: readonly DemoEvent[],
    {
      keys,
      startedAtMs,
      signal,
    }: { keys: ReadonlyMap<string, Key>; startedAtMs: number; signal: AbortSignal },
  ): Promise<void> {
    const { clock } = this.parts;
    const toAddressed = (event: DemoEvent) => ({
      ...keys.get(event.project.slug)!,
      envelope: toEnvelope(event, startedAtMs, clock.nowMs()),
    });
    return this.sender.send(events, toAddressed, signal);
  }

  private async waitUntilProcessed(events: number, signal: AbortSignal): Promise<void> {
    const { stores, clock } = this.parts;
    const beganMs = clock.nowMs();
    for (;;) {
      const nowMs = clock.nowMs();
      if ((await readDemoState(stores, nowMs)).events >= events) return;
      if (nowMs - beganMs > PROCESSED_WITHIN_MS) {
        throw new SendingFailed(
          'The relay has taken the events of the demo and not processed them.',
        );
      }
      await this.sender.wait(LOOK_AGAIN_MS, signal);
    }
  }
}
