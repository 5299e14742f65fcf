/**
 * Half of a surrogate pair. UTF-8 cannot represent it, and each driver would replace it
 * differently.
 */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Makes text that both databases store alike. PostgreSQL refuses U+0000, which SDKs do send. */
export function toPortableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').replace(LONE_SURROGATE, '\ufffd');
}

export function toPortableTextOrNull(text: string | undefined): string | null {
  return text === undefined ? null : toPortableText(text);
}
