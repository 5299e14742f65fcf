import { defaultPrivacy, type PrivacyRules } from '#shared';
import { joinPath, MAX_PATH_LENGTH } from './field-path.ts';
import type { HideInText } from './hidden.ts';
import { hideInAddress, hideInForm } from './hide-in-text.ts';
import type { NameVerdict, SecretNames } from './secret-names.ts';
import { TextRules } from './text-rules.ts';

/** Fields that contain a URL, in breadcrumbs, spans, headers, server variables and CSP reports. */
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

const MAX_KNOWN = 4000;
const MAX_KNOWN_LENGTH = 200;

interface FieldFacts {
  readonly verdict: NameVerdict;
  readonly hide: HideInText | undefined;
}

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

  /** False below a path that `joinPath` no longer extends, because such a path names many fields. */
  isOpen(path: string, name: string): boolean {
    if (this.openPaths.size === 0 || path.length >= MAX_PATH_LENGTH) return false;
    return this.openPaths.has(withoutMarks(joinPath(path, name)));
  }

  /**
   * Returns both facts with one look-up, because this method runs for every field of every event.
   */
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

  hideIn(text: string): string {
    return this.texts.hideIn(text);
  }
}

/** Paths are compared without list marks such as `[]`. */
function withoutMarks(path: string): string {
  return path.replaceAll(/\[\d*\]/g, '');
}
