import { defaultPrivacy, type PrivacyRules } from '#shared';
import type { HideInText } from './hidden.ts';
import { hideInAddress, hideInForm } from './hide-in-text.ts';
import type { NameVerdict, SecretNames } from './secret-names.ts';
import { TextRules } from './text-rules.ts';

/** Fields that hold an address or its query: of breadcrumbs, spans, headers, servers and reports of policies. */
const ADDRESSES = new Set([
  'blocked-uri',
  'blockedURL',
  'document-uri',
  'documentURL',
  'from',
  'href',
  'http.url',
  'location',
  'Location',
  'referer',
  'Referer',
  'referrer',
  'REQUEST_URI',
  'to',
  'url',
  'url.full',
]);
const QUERIES = new Set(['http.query', 'query_string', 'QUERY_STRING', 'url.query']);

/** Names that were looked at: an application's are the same in all of its events. Begun anew when there are too many. */
const MAX_KNOWN = 4000;
const MAX_KNOWN_LENGTH = 200;

interface FieldFacts {
  readonly verdict: NameVerdict;
  /** What hides in its text, beside what hides in any; undefined for most. */
  readonly hide: HideInText | undefined;
}

/** The rules by which a project's events are scrubbed, made ready once for many events. */
export class Hiding {
  readonly texts: TextRules;
  readonly names: SecretNames;
  readonly inForm: HideInText;
  private readonly inAddress: HideInText;
  private readonly openPaths: ReadonlySet<string>;
  private readonly known = new Map<string, FieldFacts>();

  constructor(readonly privacy: PrivacyRules = defaultPrivacy) {
    this.texts = new TextRules(privacy);
    this.names = this.texts.names;
    this.inForm = hideInForm(this.names);
    this.inAddress = hideInAddress(this.names);
    this.openPaths = new Set(privacy.openPaths.map(withoutMarks));
  }

  /** Whether a project has said that nothing is hidden in that field of what stands at a path. */
  isOpen(path: string, name: string): boolean {
    if (this.openPaths.size === 0) return false;
    return this.openPaths.has(withoutMarks(path === '' ? name : `${path}.${name}`));
  }

  /** What a field's name tells. One look-up, since it is asked of every field of every event. */
  factsOf(name: string): FieldFacts {
    const known = this.known.get(name);
    if (known) return known;
    const facts = { verdict: this.names.judge(name), hide: this.findHide(name) };
    if (this.known.size === MAX_KNOWN) this.known.clear();
    if (name.length <= MAX_KNOWN_LENGTH) this.known.set(name, facts);
    return facts;
  }

  judge(name: string): NameVerdict {
    return this.factsOf(name).verdict;
  }

  private findHide(name: string): HideInText | undefined {
    if (ADDRESSES.has(name)) return this.inAddress;
    return QUERIES.has(name) ? this.inForm : undefined;
  }

  /** A text that stands alone, such as what a user said. */
  hideIn(text: string): string {
    return this.texts.hideIn(text);
  }
}

/** With and without the marks of lists a path is the same. */
function withoutMarks(path: string): string {
  return path.replaceAll(/\[\d*\]/g, '');
}
