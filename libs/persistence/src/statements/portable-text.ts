/** Half of a UTF-16 pair alone: it has no UTF-8, and each driver would write something else. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Text that both databases hold alike: PostgreSQL refuses U+0000, and SDKs do send it. */
export function toPortableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').replace(LONE_SURROGATE, '\ufffd');
}

export function toPortableTextOrNull(text: string | undefined): string | null {
  return text === undefined ? null : toPortableText(text);
}
