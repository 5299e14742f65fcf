import { basename } from 'node:path';
import {
  countMapped,
  type EventMeta,
  isMapped,
  type JsonObject,
  readStoredEvent,
  toSdkEvent,
  writeStoredEvent,
} from '#events';
import {
  type DecodedPayload,
  encodePayload,
  type EventRemaking,
  type GroupedEvent,
} from '#product/recording/reports';
import { isDatabaseAway } from '#shared';
import { describeError, Logger } from '#telemetry/plain';
import { groupWhole } from './items/group-whole.ts';
import type { ProjectRules } from './project-rules.ts';

interface Stored {
  readonly meta: EventMeta;
  readonly event: JsonObject;
  readonly json: string;
}

export class RemadeEvents implements EventRemaking {
  private readonly logger = new Logger(RemadeEvents.name);

  constructor(private readonly rules: Pick<ProjectRules, 'refresh' | 'refreshNow' | 'of'>) {}

  prepare(): Promise<void> {
    return this.rules.refresh();
  }

  forget(): Promise<void> {
    return this.rules.refreshNow();
  }

  async remake(
    payload: DecodedPayload,
    { isCorrected = false } = {},
  ): Promise<GroupedEvent | undefined> {
    try {
      const stored = readStored(payload);
      const { meta, event } = stored;
      const mapped = await this.rules.of(meta.projectId).map?.(toSdkEvent(meta.source, event));
      if (!mapped || !isBetter(mapped, meta.mapped, isCorrected)) return undefined;
      const grouped = this.group({ ...stored, meta: { ...meta, mapped } });
      return { ...grouped, hasPlaces: hasGained(mapped, meta.mapped) };
    } catch (error) {
      return this.logFailure(error);
    }
  }

  read(payload: DecodedPayload): GroupedEvent | undefined {
    try {
      return this.group(readStored(payload));
    } catch (error) {
      return this.logFailure(error);
    }
  }

  /**
   * Groups a stored event again. Rules that would ignore the event are left out, because the event
   * has already been counted.
   */
  private group({ meta: before, event: value, json }: Stored): GroupedEvent {
    const { ruled: _, ...meta } = before;
    const { grouping } = this.rules.of(meta.projectId);
    const whole = {
      kind: meta.source === 'csp' ? 'security' : 'error',
      meta,
      value,
      toJson: () => json,
    } as const;
    const encode = encodePayload;
    return groupWhole(whole, { encode, grouping }) ?? groupWhole(whole, { encode })!;
  }

  private logFailure(error: unknown): undefined {
    if (isDatabaseAway(error)) throw error;
    this.logger.warn(`A stored event cannot be processed again. ${describeError(error)}`);
    return undefined;
  }
}

/**
 * Decides whether a new mapping replaces the stored one. The mapping with more original places
 * (source positions) wins. When both have equally many, the new mapping wins in two cases:
 * - A person asked for it (`isCorrected`). Otherwise a newer upload for the same release may be
 *   of another build.
 * - Its places are the same, and it adds source code.
 */
function isBetter(
  mapped: NonNullable<EventMeta['mapped']>,
  before: EventMeta['mapped'],
  isCorrected: boolean,
): boolean {
  const more = countPlaces(mapped) - countPlaces(before);
  if (more !== 0) return more > 0;
  const isOther = JSON.stringify(mapped) !== JSON.stringify(before);
  return (
    isOther &&
    (isCorrected || (countLines(mapped) > countLines(before) && isSamePlaces(mapped, before)))
  );
}

type Mapping = EventMeta['mapped'];

function hasGained(mapped: Mapping, before: Mapping): boolean {
  if (countPlaces(mapped) === 0) return false;
  return !isSamePlaces(mapped, before) || countLines(mapped) > countLines(before);
}

function countLines(mapped: Mapping): number {
  const frames = mapped?.stacks.flat() ?? [];
  return frames.filter((frame) => isMapped(frame) && frame.context).length;
}

/** Compares file names only, because tools that add source code to maps rewrite the paths. */
function isSamePlaces(mapped: Mapping, before: Mapping): boolean {
  const [now, then] = [mapped, before].map((each) =>
    JSON.stringify(
      each?.stacks.map((frames) =>
        frames.map((frame) =>
          isMapped(frame) ? [frame.line, frame.column, basename(frame.source)] : null,
        ),
      ),
    ),
  );
  return now === then;
}

function countPlaces(mapped: EventMeta['mapped']): number {
  return mapped ? countMapped(mapped).mapped : 0;
}

function readStored({ json: text }: DecodedPayload): Stored {
  const { meta, event } = readStoredEvent(text);
  const [before, , after] = writeStoredEvent(meta, '');
  const isPlain = text.startsWith(before) && text.endsWith(after);
  return { meta, event, json: isPlain ? text.slice(before.length, -1) : JSON.stringify(event) };
}
