import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueLimits } from '#shared';
import type { ExceptionValue, JsonValue, NormalisedEvent, StackFrame } from '#shared';
import supertest from 'supertest';
import { sampleEvent, sampleReport, toSent } from './support/sample-report.ts';
import type { SentFields } from './support/sample-report.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';
import type { SpecRenderer } from './support/spec-renderer.ts';

/**
 * Returns a text of this length. Each of its characters is escaped in HTML, so that the text takes
 * the most room in a document.
 */
const escaped = (length: number): string => '<"&\''.repeat(length / 4);
const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

function createFrame(index: number, traits: Partial<StackFrame> = {}): StackFrame {
  return { function: `call${index}`, filename: 'app.py', line: index, inApp: true, ...traits };
}

function createChain(exceptions: number, frame: (index: number) => StackFrame): ExceptionValue[] {
  return times(exceptions, (index) => ({
    type: `Error${index}`,
    value: 'of many',
    frames: times(200, frame),
  }));
}

const withCode = { preContext: ['x = 1'], contextLine: 'fail(x)', postContext: ['x = 2'] };
const values = (count: number, value: JsonValue): Record<string, JsonValue> =>
  Object.fromEntries(times(count, (index) => [`name${index}`, value]));
/** Indented, this value is many times as long. */
const nested: JsonValue = [[[[[[[times(100, () => 1)]]]]]]];

/**
 * Events that a hostile sender makes large. Each entry has the event, the text in which the page
 * says what it leaves out, and sometimes fields in the form in which the SDK sends them.
 */
const HOSTILE: Readonly<
  Record<string, readonly [Partial<NormalisedEvent>, said: string, sent?: SentFields]>
> = {
  'many frames': [
    { exceptions: createChain(32, (index) => createFrame(index, withCode)) },
    '6,150 frames',
  ],
  'frames of libraries, two and one': [
    { exceptions: createChain(32, (index) => createFrame(index, { inApp: index % 3 === 0 })) },
    'frames',
  ],
  'long names of frames': [
    {
      exceptions: createChain(32, (index) =>
        createFrame(index, {
          function: escaped(512),
          filename: escaped(1024),
          absPath: escaped(1024),
        }),
      ),
    },
    'frames',
  ],
  'long lines of code': [
    {
      exceptions: createChain(1, (index) =>
        createFrame(index, {
          contextLine: escaped(1024),
          preContext: times(10, () => escaped(1024)),
        }),
      ),
    },
    'frames without their code or variables',
  ],
  variables: [
    {
      exceptions: createChain(1, (index) => createFrame(index, { vars: values(1, escaped(4096)) })),
    },
    'frames without their code or variables',
  ],
  'what exceptions say': [
    { exceptions: times(32, () => ({ type: escaped(256), value: escaped(8192), frames: [] })) },
    'exceptions',
  ],
  breadcrumbs: [
    {
      breadcrumbs: times(100, () => ({
        type: 'http',
        level: 'error' as const,
        message: escaped(2048),
        data: values(2, escaped(4096)),
      })),
    },
    'older steps',
  ],
  'small steps with much data': [
    {
      breadcrumbs: times(100, () => ({
        type: 'http',
        level: 'error' as const,
        data: values(100, 1),
      })),
    },
    'older steps',
  ],
  tags: [
    { tags: times(3000, (index) => [`tag${index}`, escaped(200)] as const) },
    'tags: 2900 of 3000 left out',
  ],
  headers: [
    { request: { url: escaped(2048), headers: times(1000, () => [escaped(200), escaped(1024)]) } },
    'headers',
  ],
  contexts: [
    {
      contexts: Object.fromEntries(times(30, (index) => [`c${index}`, values(100, escaped(400))])),
    },
    'values',
  ],
  'nested values': [{ extra: values(1000, nested) }, 'values of extra: '],
  'one large value': [{ extra: { all: escaped(1_000_000) } }, 'texts of extra: 1 shortened'],
  'one large list': [{ extra: { all: times(1000, () => nested) } }, 'values of extra: '],
  'a message': [{ exceptions: [], message: escaped(1_000_000) }, '1 long text'],
  'a fingerprint': [{ fingerprint: times(1000, () => escaped(512)) }, 'long texts'],
  modules: [{}, 'modules: 4000 of 5000 left out', { modules: values(5000, escaped(200)) }],
  'a body': [
    {},
    'values of the body: ',
    { request: { url: '/', data: values(100, escaped(4096)), env: values(100, escaped(400)) } },
  ],
  threads: [
    {},
    'frames',
    {
      threads: times(100, (id) => ({
        id,
        name: escaped(200),
        stacktrace: { frames: times(10, () => ({ function: escaped(512), lineno: 1 })) },
      })),
    },
  ],
  'the stack of a message': [
    { exceptions: [], message: 'with a stack' },
    'frames',
    { stacktrace: { frames: times(200, () => ({ function: escaped(512), lineno: 1 })) } },
  ],
  'how exceptions were caught': [
    {},
    'long texts',
    {
      exception: {
        values: times(32, () => ({
          type: 'Error',
          value: 'caught',
          mechanism: { type: 'generic', data: values(50, escaped(400)) },
        })),
      },
    },
  ],
  'notes of what was cut': [{ cut: times(5000, (index) => `note ${index}`) }, 'long texts'],
};

const EVERYTHING = Object.values(HOSTILE).reduce<Partial<NormalisedEvent>>(
  (all, [traits]) => ({ ...traits, ...all }),
  {},
);

/**
 * Merges the sent fields of all kinds. Their exceptions are left out, because the event has
 * exceptions with frames.
 */
const EVERYTHING_SENT = Object.values(HOSTILE).reduce<SentFields>((all, [, , sent = {}]) => {
  const { exception: _caught, ...others } = sent;
  return { ...others, ...all };
}, {});

describe('the page of an event', () => {
  let renderer: SpecRenderer;
  let reports = 0;
  const get = (path: string): supertest.Test =>
    supertest(renderer.app.getHttpServer()).get(path).set(renderer.pass).set('Accept', 'text/html');

  beforeAll(async () => {
    renderer = await startSpecRenderer();
  });

  afterAll(() => renderer.end());

  async function record(
    traits: Partial<NormalisedEvent>,
    sent: SentFields = {},
  ): Promise<NormalisedEvent> {
    reports += 1;
    const event = sampleEvent({ ...traits, eventId: String(reports).padStart(32, '0') });
    await renderer.stores.reports.record([sampleReport(reports, event, sent)]);
    return event;
  }

  async function open(event: NormalisedEvent): Promise<{ text: string; issue: string }> {
    const found = await get('/issues');
    const issues = [...found.text.matchAll(/href="\/issues\/(\d+)"/g)].map(([, id]) => id ?? '');
    for (const issue of new Set(issues)) {
      const { status, text } = await get(`/issues/${issue}?event=${event.eventId}`);
      if (status === 200) return { text, issue };
    }
    throw new Error('No issue has it.');
  }

  it.each([
    ...Object.entries(HOSTILE).map(([kind, hostile]) => [kind, ...hostile] as const),
    ['all of it', EVERYTHING, 'frames', EVERYTHING_SENT] as const,
  ])('omits parts beyond a byte limit, and says so: %s', async (_kind, traits, said, sent = {}) => {
    const event = await record(traits, sent);
    const { text, issue } = await open(event);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(issueLimits.eventPageBytes);
    const notes = text.match(
      /This page leaves out or shortens[^<]*|<li class="wrap-anywhere">[^<]*/g,
    );
    expect(notes?.join()).toContain(said);
    expect(text).toContain(`href="/issues/${issue}/events/${event.eventId}"`);
    const whole = await get(`/issues/${issue}/events/${event.eventId}`).expect(200);
    expect(JSON.parse(whole.text)).toEqual({
      event: toSent(event, sent),
      errata: expect.objectContaining({ eventId: event.eventId }),
    });
  });

  it('shows at most 250 frames, those of the failing exception before all others', async () => {
    const bare = (name: string, inApp: boolean, count: number): ExceptionValue => ({
      type: name,
      value: '',
      frames: times(count, (index) => ({ function: `${name}-${index}`, inApp })),
    });
    const event = await record({
      exceptions: [bare('cause', false, 100), bare('own', true, 100), bare('outer', false, 100)],
    });
    const { text } = await open(event);
    const shown = new Set(
      text.slice(0, text.indexOf('id="document-payload"')).match(/>(?:cause|own|outer)-\d+</g),
    );
    const count = (name: string): number =>
      [...shown].filter((each) => each.startsWith(`>${name}`)).length;
    expect([count('own'), count('outer'), count('cause')]).toEqual([100, 100, 50]);
    expect(shown).toContain('>cause-99<');
    expect(text).toContain('This page leaves out or shortens: 50 frames.');
  });

  it('has no note about omissions when the whole event is shown', async () => {
    const { text } = await open(await record({}));
    expect(text).not.toContain('This page leaves out or shortens');
  });
});
