import type { Breadcrumb, DebugImage, JsonValue, NormalisedEvent } from '#shared';
import type { ListedFile } from '../../../../ui/files/listed-file.ts';
import { listNearest } from '../beside/with-surroundings.ts';
import type { Companions, FeedbackItem } from '../companions/companions.dto.ts';
import { costOfFact } from './bounded-list.ts';
import type { NamedValue } from './bounded-list.ts';
import { costOfJson, costOfText, fitText } from './document-cost.ts';

/** Byte limit of a text that an event has once, such as its message or URL. */
export const TEXT_BYTES = 12_000;

const STEP_BYTES = 1200;
const FOLDED_BYTES = 600;
const CONTEXT_BYTES = 1300;
const FILE_BYTES = 600;
const PREVIEW_BYTES = 700;
const SAID_BYTES = 700;
const MODULE_BYTES = 150;
const IMAGE_BYTES = 300;
const NAME_BYTES = 80;

export interface Part<Item> {
  readonly items: readonly Item[];
  readonly costOf: (item: Item) => number;
}

export function costOfPart<Item>({ items, costOf }: Part<Item>): number {
  return items.reduce((bytes, item) => bytes + costOf(item), 0);
}

/** Lists of names with values. The last value that is shown may be shortened. */
export function toFactParts(event: NormalisedEvent) {
  const { request, user } = event;
  return {
    headers: facts(request?.headers ?? []),
    env: facts(Object.entries(request?.env ?? {})),
    body: facts(toBodyFacts(request?.body)),
    extra: facts(Object.entries(event.extra)),
    tags: facts(event.tags),
    user: facts(
      toGroupedFacts({
        ...(user?.geo && { geo: user.geo }),
        ...(user?.data && { data: user.data }),
      }),
    ),
    contexts: { items: toGroupedFacts(event.contexts), costOf: costOfContextFact },
    modules: { items: (event.modules ?? []) as readonly NamedValue[], costOf: costOfModule },
  };
}

export function toNameParts({ request, template, sdk, hidden }: NormalisedEvent) {
  return {
    cookies: names(request?.cookies),
    params: names(template?.params),
    integrations: names(sdk?.integrations),
    packages: names(sdk?.packages),
    hidden: names(hidden?.map(({ path }) => path)),
  };
}

export function toOtherParts(
  event: NormalisedEvent,
  { attachments = [], feedback = [] }: Companions,
) {
  return {
    breadcrumbs: part(listNearest(event), costOfStep),
    images: part(event.images ?? [], costOfImage),
    attachments: part(attachments, costOfFile),
    feedback: part(
      feedback.map((said) => ({ ...said, message: fitText(said.message, TEXT_BYTES) })),
      costOfSaid,
    ),
  };
}

function part<Item>(items: readonly Item[], costOf: (item: Item) => number): Part<Item> {
  return { items, costOf };
}

function facts(items: readonly NamedValue[]): Part<NamedValue> {
  return { items, costOf: costOfFact };
}

function names(items: readonly string[] = []): Part<string> {
  return { items, costOf: (name) => NAME_BYTES + costOfText(name) };
}

function costOfStep({ type, category, message, data = {}, ofSdk = {} }: Breadcrumb): number {
  const texts = [type, category, message].reduce(
    (bytes: number, text) => bytes + costOfText(text),
    STEP_BYTES,
  );
  const folded = Object.keys(ofSdk).length > 0 ? FOLDED_BYTES + costOfJson(ofSdk) : 0;
  return Object.entries(data).reduce((bytes, fact) => bytes + costOfFact(fact), texts + folded);
}

function costOfFile({ name, contentType, preview }: ListedFile): number {
  const bytes = FILE_BYTES + costOfText(name) + costOfText(contentType);
  if (!preview) return bytes;
  // The file's name appears a second time, as the label of the picture or of the text.
  return (
    bytes +
    PREVIEW_BYTES +
    costOfText(name) +
    costOfText(preview.kind === 'text' ? preview.text : '')
  );
}

function costOfImage({ name, type, debugId, start, end }: DebugImage): number {
  return [name, type, debugId, start, end].reduce(
    (bytes: number, text) => bytes + costOfText(text),
    IMAGE_BYTES,
  );
}

function costOfSaid({ name, email, url, message }: FeedbackItem): number {
  return [name, email, url, message].reduce(
    (bytes: number, text) => bytes + costOfText(text),
    SAID_BYTES,
  );
}

/** The summary line of a context may repeat some values. `CONTEXT_BYTES` covers these copies. */
function costOfContextFact(fact: NamedValue): number {
  return CONTEXT_BYTES + costOfFact(fact);
}

function costOfModule([name, version]: NamedValue): number {
  return MODULE_BYTES + costOfText(name) + costOfJson(version);
}

function toBodyFacts(body: JsonValue | undefined): readonly NamedValue[] {
  if (body === undefined) return [];
  return isFields(body) ? Object.entries(body) : [['', body]];
}

export function toBody(whole: JsonValue, taken: readonly NamedValue[]): JsonValue | undefined {
  return isFields(whole) ? Object.fromEntries(taken) : taken[0]?.[1];
}

function isFields(body: JsonValue): body is Readonly<Record<string, JsonValue>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

type Groups = Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;

/**
 * Separates the name of a group from the name of a value. No name that a person reads contains this
 * character.
 */
const JOINT = '\0';

function toGroupedFacts(groups: Groups): readonly NamedValue[] {
  return Object.entries(groups).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => [`${group}${JOINT}${name}`, value] as const),
  );
}

export function toGroups(taken: readonly NamedValue[]): Groups {
  const groups = new Map<string, NamedValue[]>();
  for (const [joined, value] of taken) {
    const [group = '', name = ''] = joined.split(JOINT);
    groups.set(group, [...(groups.get(group) ?? []), [name, value]]);
  }
  return Object.fromEntries(
    [...groups].map(([group, values]) => [group, Object.fromEntries(values)]),
  );
}
