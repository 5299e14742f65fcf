import type { RuleVariable } from '#shared';
import { fieldLimits, listLimits } from '../json/field-limits.ts';
import { type JsonObject, readArray, readPairs, readText } from '../json/shape.ts';
import { readMessage } from '../reading/message.ts';
import { type FrameFacts, readFrameFacts } from '../reading/stack/frame-facts.ts';
import type { EventReading } from './event-reading.ts';
import type { SentException } from './exceptions/sent-exceptions.ts';
import { judgeFrame } from './stacks/judge-frame.ts';

const DEFAULT_PART = /^\{\{\s{0,9}default\s{0,9}\}\}$/i;
const VARIABLE = /\{\{\s{0,9}([\w.-]{1,200})\s{0,9}\}\}/g;

/**
 * Returns the fingerprint that the SDK sent. Undefined when there is none, or when it contains only
 * `{{ default }}`.
 */
export function readFingerprint(event: JsonObject): readonly string[] | undefined {
  const parts = (readArray(event['fingerprint']) ?? [])
    .slice(0, listLimits.fingerprintParts)
    .map((part) => readText(part, fieldLimits.fingerprintPart))
    .filter((part) => part !== undefined);
  return parts.every(isDefault) ? undefined : parts;
}

export type FilledPart = 'default' | { readonly sent: string; readonly text: string };

/**
 * Fills in the variables of a fingerprint and keeps only the first `{{ default }}`. Unknown
 * variables stay as they are. See https://docs.sentry.io/concepts/data-management/event-grouping/
 */
export function fillFingerprint(
  fingerprint: readonly string[],
  reading: EventReading,
): readonly FilledPart[] {
  const fill = createVariableFiller(reading);
  const first = fingerprint.findIndex(isDefault);
  return fingerprint.flatMap((sent, index): FilledPart[] => {
    if (isDefault(sent)) return index === first ? ['default'] : [];
    return [{ sent, text: fill(sent) }];
  });
}

export function createVariableFiller(reading: EventReading): (text: string) => string {
  const variables = new Variables(reading);
  return (text) => text.replace(VARIABLE, (whole, name: string) => variables.find(name) ?? whole);
}

function isDefault(part: string): boolean {
  return DEFAULT_PART.test(part);
}

class Variables {
  private readonly event: JsonObject;
  /** Read once, because a fingerprint may have a thousand variables. */
  private tags: ReadonlyMap<unknown, unknown> | undefined;
  private facts: FrameFacts | undefined;

  constructor(private readonly reading: EventReading) {
    this.event = reading.event;
  }

  /**
   * Returns the value of a variable, or for example `<no level>` when the event has no level.
   * Returns undefined when no variable has this name.
   */
  find(sent: string): string | undefined {
    const name = sent.toLowerCase().replace(/^(?:error|stack)\./, '');
    if (name.startsWith('tags.')) return this.findTag(sent.slice('tags.'.length)) ?? `<no ${sent}>`;
    if (!Object.hasOwn(this.readers, name)) return undefined;
    return this.readers[name as RuleVariable]() ?? `<no ${name}>`;
  }

  private readonly readers: Readonly<Record<RuleVariable, () => string | undefined>> = {
    type: () => this.surfaced()?.type,
    value: () => this.surfaced()?.value,
    transaction: () => readText(this.event['transaction'], fieldLimits.name),
    level: () => readText(this.event['level'], fieldLimits.name),
    logger: () => readText(this.event['logger'], fieldLimits.name),
    message: () => readMessage(this.event) ?? this.surfaced()?.value,
    function: () => this.frame()?.function,
    module: () => this.frame()?.module,
    package: () => this.frame()?.package,
    abs_path: () => this.frame()?.absPath,
    release: () => readText(this.event['release'], fieldLimits.release),
    environment: () => readText(this.event['environment'], fieldLimits.environment),
  };

  private surfaced(): SentException | undefined {
    return this.reading.exceptions.at(-1);
  }

  private frame(): FrameFacts | undefined {
    this.facts ??= this.readFrame();
    return this.facts;
  }

  private readFrame(): FrameFacts | undefined {
    const { language, version } = this.reading;
    const stack = this.surfaced()?.stack ?? this.reading.stack;
    const failing =
      stack.frames.findLast((frame) => {
        const { inApp, flaw } = judgeFrame(frame, this.reading);
        return inApp && flaw === undefined;
      }) ?? stack.frames.at(-1);
    return failing && readFrameFacts(failing, language, version);
  }

  private findTag(name: string): string | undefined {
    // The first of several tags with one name counts.
    this.tags ??= new Map(readPairs(this.event['tags']).toReversed());
    return readText(this.tags.get(name), fieldLimits.name);
  }
}
