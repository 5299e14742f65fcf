import { describeGrouping, groupEvent, NEWEST_GROUPING, readSdkEvent, ruledOf } from '#events';
import type { JsonObject } from '#events';
import type { EventInIssue } from '#persistence';
import { fitExplanations } from './fit-explanations.ts';
import type { GroupingProps } from './grouping.dto.ts';
import { sayParts } from './grouping-words.ts';
import { sayRules } from './say-rules.ts';

/** A version of grouping whose description is shown, under a title. */
interface Told {
  readonly version: number;
  readonly title: string;
}

interface Story {
  /** Before what the first version groups by. */
  readonly summary: (parts: string) => string;
  readonly notes: readonly string[];
  readonly told: readonly Told[];
}

/** What was the only version before events had theirs noted. */
const FIRST_VERSION = 1;

const NOT_KEPT =
  'The event was counted and not kept. What its key is made of went with it; other events of the issue can say.';
const NOT_THAT_KEY =
  'What is stored of the event gives another key than the event got when it came. What follows is near to what decided.';
const CROWDED = [
  'The project made more new issues than its bound allows. This event shares an issue with others that have nothing in common with it.',
  'No version of grouping decided. Below stands what the event would be grouped by alone.',
];

/** Why an event counts where it does, by the version of grouping that decided. Reads the event again. */
export function explainGrouping(found: EventInIssue): GroupingProps {
  const { groupingVersion: version, payload } = found;
  if (!payload) {
    const by = version === undefined ? '' : `, by version ${version}`;
    return { summary: `Grouped when it came${by}`, notes: [NOT_KEPT], explanations: [] };
  }
  const event = readSdkEvent(payload.format, payload.json);
  const { summary, notes, told } = toStory(found, event);
  const described = told.flatMap(({ version: each, title }) => {
    const description = describeGrouping(event, each);
    return description ? [{ title, description }] : [];
  });
  const [first] = described;
  const isRuled = ruledOf(event)?.fingerprint !== undefined;
  return {
    summary: summary(first ? sayParts(first.description, isRuled) : 'what is not known here'),
    notes: [...sayRules(event), ...notes],
    explanations: fitExplanations(described),
  };
}

/** The keys of an event, in whose list a version that has the key of a newer one is left out. */
class KeysOfVersions {
  private readonly keys: ReturnType<typeof groupEvent>['keys'];

  constructor(event: JsonObject) {
    this.keys = groupEvent(event).keys;
  }

  find(version: number): string | undefined {
    return this.keys.findLast((each) => each.version >= version)?.key;
  }

  /** The newest version that has a key. */
  findVersion(key: string): number | undefined {
    return this.keys.find((each) => each.key === key)?.version;
  }
}

function toStory(found: EventInIssue, event: JsonObject): Story {
  const { groupingVersion: version, isCrowded } = found;
  if (isCrowded) {
    return {
      summary: () => 'Not grouped: one of too many new issues at once',
      notes: CROWDED,
      told: [{ version: NEWEST_GROUPING, title: `By version ${NEWEST_GROUPING}` }],
    };
  }
  if (version === undefined) return tellUnnoted(found, event);
  const summary = (parts: string) => `Grouped by ${parts}, version ${version}`;
  const deciding = { version, title: `Version ${version} decided` };
  const keys = new KeysOfVersions(event);
  const newest = NEWEST_GROUPING;
  if (keys.find(version) === keys.find(newest)) {
    return { summary, ...tellPointer(found, keys, deciding) };
  }
  return {
    summary,
    notes: [
      `The issue was known by its key of version ${version}, and the key of version ${newest} was new, or there was no version ${newest} yet. So version ${version} decided.`,
      `By version ${newest} alone the event has another key.`,
    ],
    told: [deciding, { version: newest, title: `Version ${newest} did not decide` }],
  };
}

/** Of an event that came before the version was noted. What was stored then may have lost some of what was sent. */
function tellUnnoted({ groupingKey }: EventInIssue, event: JsonObject): Story {
  const isSame = groupEvent(event).keys.some(({ key }) => key === groupingKey);
  return {
    summary: (parts) => `Grouped by ${parts}, before versions were noted`,
    notes: [
      `The event came before Errata noted which version decides. There was version ${FIRST_VERSION} alone.`,
      ...(isSame ? [] : [NOT_THAT_KEY]),
    ],
    told: [{ version: FIRST_VERSION, title: `By version ${FIRST_VERSION}` }],
  };
}

/** The newest key decided: by itself, or by leading to an issue known before. */
function tellPointer(
  { groupingKey }: EventInIssue,
  keys: KeysOfVersions,
  deciding: Told,
): Pick<Story, 'notes' | 'told'> {
  if (groupingKey === keys.find(deciding.version)) return { notes: [], told: [deciding] };
  const of = keys.findVersion(groupingKey);
  const notes = [
    'The issue was known by another key before. An earlier event had both keys, so this event’s key leads there, too.',
    `Events that version ${deciding.version} would part can share the issue for that reason.`,
  ];
  if (of === undefined) return { notes, told: [deciding] };
  return { notes, told: [deciding, { version: of, title: `The issue began by version ${of}` }] };
}
