const SPECIAL = /["'&<>]/;

/** Text as it stands in HTML, in an element or in a quoted attribute: escaped as React escapes it. */
export function escapeHtml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  let escaped = '';
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const entity = toEntity(text.charCodeAt(index));
    if (entity === undefined) continue;
    escaped += text.slice(from, index) + entity;
    from = index + 1;
  }
  return escaped + text.slice(from);
}

function toEntity(unit: number): string | undefined {
  switch (unit) {
    case 0x22:
      return '&quot;';
    case 0x26:
      return '&amp;';
    case 0x27:
      return '&#x27;';
    case 0x3c:
      return '&lt;';
    case 0x3e:
      return '&gt;';
    default:
      return undefined;
  }
}
