import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findFailingFrameOfEvent, type NormalisedEvent, type StackFrame } from '#shared';
import { describedHeads, type ExpectedHead, protocolEvents, sentHeads } from '../test/gallery.ts';
import { toPlace } from './reading/place.ts';
import { readEvent } from './whole-event/read-event.ts';
import { readTitle } from './whole-event/read-title.ts';

const folder = fileURLToPath(new URL('../test/sdk-events/', import.meta.url));
const meta = { source: 'event', eventId: 'x', projectId: 1, receivedAtMs: 0 } as const;

interface Case {
  readonly file: string;
  readonly language: string;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly event: NormalisedEvent;
}

const cases: readonly Case[] = ['go', 'java', 'python', 'rust'].flatMap((language) =>
  readdirSync(folder + language).map((name) => {
    const file = `${language}/${name}`;
    const sent = JSON.parse(readFileSync(folder + file, 'utf8'), freeze) as Case['sent'];
    return { file, language, sent, event: readEvent({ meta, event: sent }) };
  }),
);

/** Several readers share an event, so none of them may change it. */
function freeze(_name: string, value: unknown): unknown {
  return Object.freeze(value);
}

function listFrames({ exceptions, stack = [], threads = [] }: NormalisedEvent): StackFrame[] {
  return [...exceptions, ...threads, { frames: stack }].flatMap(({ frames }) => frames);
}

function isOfProgram(frame: StackFrame): boolean {
  const { function: name = '', module, absPath = '', filename = '' } = frame;
  const isMade = module === '<template>' || module === '__main__';
  const isPython = isMade || `${absPath} ${filename}`.includes('/srv/a/py/');
  const isLibrary = absPath.includes('/venv/') || absPath.includes('/pkg/mod/');
  const isNamed = /^(?:com\.acme\.|shoprs::|example\.org\/shop\/|main\.)/.test(name);
  return (isPython || isNamed) && !isLibrary;
}

const SDK_OR_PANIC =
  /sentry|^io\.sentry|panicking|rust_begin_unwind|backtrace|^std::|^core::|runtime\.gopanic|sentry_sdk/i;

const heads = new Map(sentHeads.map((head) => [`${head[0]}.json`, head]));

/**
 * When the expected place is empty, the actual place must be empty. All other expectations are
 * parts of the actual texts.
 */
function expectHead(
  { type, value, place }: { type: string; value: string; place: string },
  [, ...expected]: ExpectedHead,
): void {
  expect(type).toContain(expected[0]);
  expect(value).toContain(expected[1]);
  expect(place).toContain(expected[2]);
  expect(place === '').toBe(expected[2] === '');
}

describe('events as sent by unmodified SDKs', () => {
  it('are complete, and each expected title has its event', () => {
    expect(cases).toHaveLength(239);
    expect(cases.filter(({ file }) => heads.has(file))).toHaveLength(heads.size);
  });

  it.each(cases)('$file has a title that says what broke', ({ file, sent, event }) => {
    const { type, value, place } = readTitle(sent);
    expectHead({ type, value, place }, heads.get(file) ?? ['', '', '', place]);
    expect(event.title).toEqual({ type, value, place });
    expect(type).not.toBe('');
    expect(value + place).not.toBe('');
    expect(`${type} ${value}`).not.toMatch(/^(?:Error|Message) *$/);
    expect(place).not.toMatch(/<generated>|<anonymous>|<unknown>|undefined/);
  });

  it.each(cases)('$file is placed at the frame where its program failed', ({ event }) => {
    const failing = findFailingFrameOfEvent(event);
    expect(event.title!.place).toBe(toPlace(failing));
    const own = [...event.exceptions, { frames: event.stack ?? [] }].flatMap(
      ({ frames }) => frames,
    );
    // One program was built with `-trimpath`, so the SDK sends all of its frames as a library's.
    const isTrimmed = own.some(({ filename = '' }) => filename.startsWith('example.org/'));
    if (!own.some(isOfProgram)) return;
    expect({ isOfProgram: isOfProgram(failing!), inApp: failing!.inApp }).toEqual({
      isOfProgram: true,
      inApp: !isTrimmed,
    });
  });

  it.each(cases)(
    '$file has no frame of an SDK or of a panic among the application’s own',
    ({ event }) => {
      const own = listFrames(event).filter(({ inApp }) => inApp);
      const wrong = own.filter(({ function: name = '' }) => SDK_OR_PANIC.test(name));
      expect(wrong).toEqual([]);
      expect(own.filter((frame) => !isOfProgram(frame))).toEqual([]);
    },
  );
});

describe('events as described by their protocol', () => {
  it.each(describedHeads.map((head) => [head[0], head] as const))(
    '%s has the expected title',
    (name, head) => {
      expectHead(readTitle(protocolEvents[name]!), head);
    },
  );
});
